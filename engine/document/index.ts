export * from './blocks';
export * from './edits';
export * from './labels';
export * from './schema';
export * from './types';
