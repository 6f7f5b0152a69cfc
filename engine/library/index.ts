/** The user's library of models: fetching, taking, listing and removing them. */
export { type AddedModel, type AddModelOptions, type AddProgress, addModel } from './add-model';
export { publishedNames } from './catalogue';
export { inWords } from './free-space';
export { findInstalled, installedNames, removeInstalled, userModelsFolder } from './installed';
