/** Decoding by draft and verify: the round loop, drafters that need no tensors, block-length control, traces. */
export type { AutoBlockLength, ForwardCost } from './block-length';
export { autoBlockLength, costFromTable, fixedBlockLength } from './block-length';
export { type EventCoalescer, eventCoalescer } from './coalesce';
export { decode } from './decode';
export { orderedByGain } from './drafter-order';
export { blockDiffusionDrafter } from './drafters/block-diffusion';
export type { NGramSettings } from './drafters/n-gram';
export { nGramDrafter } from './drafters/n-gram';
export type { TextPriorSettings } from './drafters/text-prior';
export { textPriorDrafter } from './drafters/text-prior';
export { tokensPerForward } from './ledger';
export { loopGuards } from './loop-guard';
export type { Trace, TraceSubject } from './trace';
export { parseTrace, replay, toTrace } from './trace';
export type * from './types';
