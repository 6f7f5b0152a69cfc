/** The engine's only door for hosts: the command line, the utility process, tests and benches. */
export { type ErrorData, PalimpsestError, toErrorData } from './base/errors';
export type { Logger } from './base/logger';
export { decodeModes, type FurnitureLabel, furnitureLabels } from './document';
export { exporters } from './exports';
export type { Account, FileAccount } from './jobs/account';
export type { ConvertEvent, ConvertOptions } from './jobs/convert';
export { type DecodeSettings, defaultDecode } from './jobs/decode-plan';
export { createEngine, type Engine, type EngineOptions, engineVersion } from './jobs/engine';
export type { QuantiseReport } from './jobs/quantise';
export type { Comparison, RegionRead } from './jobs/read-region';
export { defaultModel, modelNames } from './jobs/toolbox';
export { addUserModel, type InstalledModel, removeUserModel, userModels } from './jobs/user-models';
export { type AddedModel, type AddProgress, inWords, publishedNames, userModelsFolder } from './library';
export { precisions } from './model';
export type { EngineApi } from './protocol/engine-api';
export { serveEngine } from './protocol/server';
export { writeFileWhole } from './store';
