/** The `glm-ocr` family: GLM-OCR and GravityOCR checkpoints as published. */
export { GlmOcrModel, type GlmOcrModelOptions } from './glm-ocr-model';
export { type GlmOcrReaderOptions, openGlmOcrReader, type RegionSession } from './reader';
export type { RegionVerifier } from './region-verifier';
