/** The `nano` family: our own small model, an editor of the line reader's text (workshop/nano/SPEC.md). */
export { type NanoReaderOptions, type NanoSession, nanoModelId, openNanoReader } from './reader';
