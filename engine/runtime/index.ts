export { type ModelFolder, type ModelManifest, openModelFolder, verifyModelFolder } from './model-folder';
export {
  floatsOf,
  floatTensor,
  openSession,
  type Session,
  type SessionOptions,
  type Tensor,
} from './session';
