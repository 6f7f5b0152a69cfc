export { type AssembleOptions, assemble } from './assemble';
