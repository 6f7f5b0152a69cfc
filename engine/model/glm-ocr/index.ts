/** The `glm-ocr` family: GLM-OCR and GravityOCR checkpoints as published. */
export { type Precision, precisions } from './checkpoint';
export { greedyIds, type SamplePicture, shareUnchanged } from './compare-precision';
export {
  type ConversionOptions,
  type ConversionReport,
  convertWeights,
  type QuantisedPrecision,
} from './convert-weights';
export { GlmOcrModel, type GlmOcrModelOptions } from './glm-ocr-model';
export { type GlmOcrReaderOptions, openGlmOcrReader, type RegionSession } from './reader';
export type { RegionVerifier } from './region-verifier';
