export * from './blocks';
export * from './current-text';
export * from './edits';
export * from './labels';
export * from './schema';
export * from './types';
