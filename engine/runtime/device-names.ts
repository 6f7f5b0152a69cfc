/** What an onnxruntime session can run on, by the runtime's own names. */
export const deviceNames = ['cpu', 'webgpu', 'cuda', 'dml', 'coreml'] as const;

export type DeviceName = (typeof deviceNames)[number];
