export { checkGlmOcrFolder } from './check-folder';
export { type Precision, precisions } from './checkpoint';
export { greedyIds, type SamplePicture, shareUnchanged } from './compare-precision';
export { convertWeights, type QuantisedPrecision } from './convert-weights';
export { GlmOcrModel } from './glm-ocr-model';
/** The `glm-ocr` family: GLM-OCR and GravityOCR checkpoints as published. */
export {
  type GlmOcrReaderOptions,
  hashGlmOcrFolder,
  openGlmOcrReader,
  type RegionSession,
} from './reader';
