/** Model families and the Reader that each of them gives. */
export { type GlmOcrReaderOptions, openGlmOcrReader, type RegionSession } from './glm-ocr';
export { openLinesReader } from './lines';
export type { Reader, ReadOptions, ReadRequest, RegionReading } from './reader';
