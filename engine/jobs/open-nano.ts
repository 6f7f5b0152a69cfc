/** The embedded model with plans for its regions. It runs on the processor: its forwards are too short for a device. */
import { decode } from '../decoding';
import { openNanoReader, type Reader } from '../model';
import { DecodePlans } from './decode-plan';

/** Fails as `openNanoReader` does. */
export async function openNano(options: {
  readonly modelsFolder: string;
  readonly threads: number;
}): Promise<Reader> {
  const plans = new DecodePlans();
  return openNanoReader({ ...options, decode, planFor: (session) => plans.planFor(session) });
}
