/** Closed vocabularies of the document. A value is added here once and everywhere else the compiler asks for it. */
export const regionLabels = [
  'text',
  'title',
  'heading',
  'list',
  'table',
  'formula',
  /** Beside a formula; joined with it when text is assembled. */
  'formula-number',
  'figure',
  'caption',
  'header',
  'footer',
  'page-number',
  'footnote',
  'reference',
  'code',
] as const;
export type RegionLabel = (typeof regionLabels)[number];

/** What to read from a region; the model's prompt follows from it. `none`: kept as a picture. */
export const tasks = ['text', 'table', 'formula', 'none'] as const;
export type Task = (typeof tasks)[number];

export const regionStates = ['unchecked', 'look-again', 'corrected', 'checked', 'left-out'] as const;
export type RegionState = (typeof regionStates)[number];

/** Classes that a person may keep or leave out of exports; they are always kept in the document. */
export const furnitureLabels = ['header', 'footer', 'page-number', 'footnote'] as const;
export type FurnitureLabel = (typeof furnitureLabels)[number];

/** Reasons to look at a region first. Marks, not percentages. */
export const regionMarkKinds = [
  'empty',
  'cut-off',
  'looped',
  'low-confidence',
  'ragged-table',
  'formula-unparsed',
  'unsupported-script',
] as const;
export type RegionMarkKind = (typeof regionMarkKinds)[number];

/**
 * Marks of earlier versions that found wrong words no better than others (`npm run bench -- doubt`); dropped from
 * documents that still have them.
 */
export const retiredRegionMarkKinds = ['drafts-disagree', 'small-margin'] as const;

export const pageMarkKinds = [
  'blank',
  'unsupported-script',
  'orientation-corrected',
  'deskewed',
  'downscaled',
] as const;
export type PageMarkKind = (typeof pageMarkKinds)[number];

/** What a mark may say beyond its kind. */
export const markDetailCodes = [
  'text-beyond-limit',
  'table-beyond-limit',
  'repeated',
  'no-text',
  'turned',
  'straightened',
] as const;
export type MarkDetailCode = (typeof markDetailCodes)[number];

export const decodeModes = ['self-speculative', 'autoregressive', 'parallel'] as const;
export type DecodeMode = (typeof decodeModes)[number];

export function taskOf(label: RegionLabel): Task {
  if (label === 'table') return 'table';
  if (label === 'formula') return 'formula';
  if (label === 'figure') return 'none';
  return 'text';
}
