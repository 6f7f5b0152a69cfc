export { settingsKey } from './canonical-json';
export type { DocumentEntry, DocumentOverview, SaveOptions } from './documents';
export type { EditOptions, EditOutcome, EditSteps } from './edits';
export type { Counts, FoundRegion, RegionFilter } from './findings';
export type { DoneWork } from './finished-work';
export type { Job, JobFile, JobFileState, JobState, SourceFile } from './jobs';
export { type OpenProjectOptions, openProject, type Project } from './project';
export type { Settings } from './settings';
export { isPartial, makeFolder, writeFileWhole } from './write-file';
