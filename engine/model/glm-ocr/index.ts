/** The `glm-ocr` family: GLM-OCR and GravityOCR checkpoints as published. */
export { type GlmOcrReaderOptions, openGlmOcrReader, type RegionSession } from './reader';
