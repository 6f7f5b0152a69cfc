/** Model families and the Reader that each of them gives. */
export {
  checkGlmOcrFolder,
  convertWeights,
  GlmOcrModel,
  type GlmOcrReaderOptions,
  greedyIds,
  hashGlmOcrFolder,
  openGlmOcrReader,
  type Precision,
  precisions,
  type QuantisedPrecision,
  type RegionSession,
  type SamplePicture,
  shareUnchanged,
} from './glm-ocr';
export { openLinesReader } from './lines';
export { type NanoSession, openNanoReader } from './nano';
export type {
  BlockLength,
  ForwardPoint,
  Reader,
  ReaderUse,
  ReadOptions,
  ReadRequest,
  RegionReading,
} from './reader';
