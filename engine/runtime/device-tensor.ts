/**
 * Values that stay in the memory of a device between runs. They are fed and written like others but cannot be read
 * here: asking the runtime for such a tensor's data ends the process, so there is no way to.
 */
import type { Tensor as RuntimeTensor } from 'onnxruntime-node';
import type { DeviceName } from './device-names';

export class DeviceTensor {
  constructor(readonly inRuntime: RuntimeTensor) {}

  get dims(): readonly number[] {
    return this.inRuntime.dims;
  }

  /** Gives the memory back; the tensor must not be used afterwards. */
  release(): void {
    this.inRuntime.dispose();
  }
}

/** Devices whose tensors can stay where they are; the others copy what they are given in each run. */
export const keepsTensors = (device: DeviceName): boolean => device === 'webgpu';
