export { attendsRightly } from './attention-check';
export { DeviceFile, type MeasuredOn, usualDeviceFile } from './device-file';
export { DeviceMemory } from './device-memory';
export { type DeviceName, deviceNames } from './device-names';
export { DeviceTensor, keepsTensors } from './device-tensor';
export { type DeviceReport, findDevice, findDevices, runtimeVersion } from './devices';
export { hashFile } from './hash-file';
export { type ModelFolder, type ModelManifest, openModelFolder, verifyModelFolder } from './model-folder';
export { type Graph, GraphBuilder, type Value } from './onnx/graph-builder';
export type { Attribute } from './onnx/wire';
export {
  readTensor,
  readWeightFile,
  readWeights,
  type StoredTensor,
  type StoredType,
  toFloats,
  type Weights,
} from './safetensors';
export {
  floatsOf,
  floatTensor,
  integersOf,
  openGraph,
  openSession,
  type Session,
  type SessionOptions,
  type Tensor,
} from './session';
export { findBundle } from './thread-bundle';
export { blockShape, type QuantisedRows, quantiseRows, type WeightBits } from './weight-blocks';
