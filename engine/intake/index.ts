/** File → pages. The only door of this stage. */

export { listSources } from './list-sources';
export { openSource } from './open-source';
export { encodeRaster } from './pixels/canvas';
export { resizeRaster } from './pixels/resize';
export { rotateQuarter } from './pixels/rotate';
export { deskew } from './pixels/skew';
export type * from './types';
