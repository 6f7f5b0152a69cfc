/** Model families and the Reader that each of them gives. */
export { linesModelId, openLinesReader } from './lines';
export type { Reader, ReadOptions, ReadRequest, RegionReading } from './reader';
