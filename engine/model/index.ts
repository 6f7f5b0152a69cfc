/** Model families and the Reader that each of them gives. */
export {
  GlmOcrModel,
  type GlmOcrModelOptions,
  type GlmOcrReaderOptions,
  openGlmOcrReader,
  type RegionSession,
  type RegionVerifier,
} from './glm-ocr';
export { linesModelId, openLinesReader } from './lines';
export type { Reader, ReadOptions, ReadRequest, RegionReading } from './reader';
