export * from './blocks';
export * from './current-text';
export * from './edits';
export * from './inline-text';
export * from './labels';
export * from './page-transform';
export * from './schema';
export * from './types';
