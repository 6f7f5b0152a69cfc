/** The embedded model with plans for its regions. It runs on the processor: its forwards are too short for a device. */
import { costFromTable, decode, type ForwardCost } from '../decoding';
import { openNanoReader, type Reader } from '../model';
import { DecodePlans } from './decode-plan';
import { measuredRows } from './device-choice';

/** Fails as `openNanoReader` does. */
export async function openNano(options: {
  readonly modelsFolder: string;
  readonly threads: number;
}): Promise<Reader> {
  const plans = new DecodePlans();
  const reader = await openNanoReader({ ...options, decode, planFor: (session) => plans.planFor(session) });
  let cost: Promise<ForwardCost> | undefined;
  return {
    ...reader,
    async *read(requests, readOptions) {
      if (readOptions.blockLength === 'auto') {
        // Takes a fifth of a second, once: too little to be kept on the disk.
        cost ??= reader.forwardCosts(measuredRows).then(costFromTable);
        plans.cost = await cost;
      }
      yield* reader.read(requests, readOptions);
    },
  };
}
