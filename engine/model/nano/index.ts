/** The `nano` family: our own small model, an editor of the line reader's text (workshop/nano/SPEC.md). */
export { type NanoSession, openNanoReader } from './reader';
