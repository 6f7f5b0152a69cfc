/**
 * The priors of a row: which ids the prior reading suggests at its anchor, and how strongly; and the short list of ids
 * that a region's text can hold at all (workshop/nano/SPEC.md §4).
 */
import type { Task } from '../../document';
import { type Anchor, guardOf } from './anchor';
import { type NanoConfig, slotCount } from './config';
import type { PriorReading } from './prior-reading';
import {
  breakId,
  cellBreakId,
  closesCell,
  endId,
  isForbidden,
  isTag,
  lastTagId,
  maskId,
  nothingId,
  opensCell,
  spaceId,
  taskIds,
  type Vocabulary,
} from './vocabulary';
import { type WordFlags, wordKinds } from './word-flags';

export type NanoTask = Exclude<Task, 'none'>;

/** Below any logit, and finite. */
const forbidden = -1e9;
/** Makes a row certain to copy. */
const lockStrength = 1000;
/** A suggestion stays this far below the prior's own token. */
const runnerUpGap = 0.5;
/** Probabilities given to what only position speaks for. */
const nextId = 2e-3;
const secondNextId = 2e-4;
const formerId = 2e-4;
const spaceForBreak = 1e-2;
const newBreak = 5e-4;
/** A region with this share of CJK characters is left as read. */
const cjkShare = 0.2;

export interface Shortlist {
  /** Ascending; column k of the logits is ids[k]. */
  readonly ids: readonly number[];
  /** [ids]; keeps ids from ever being chosen. */
  readonly bias: Float32Array;
  /** 0, where nothing is ever chosen, for an id that is not listed. */
  columnOf(id: number): number;
}

export function shortlistOf(
  prior: PriorReading,
  { core, tableTagMargin }: Pick<NanoConfig, 'core' | 'tableTagMargin'>,
  task: NanoTask,
): Shortlist {
  const listed = new Set([nothingId, maskId, endId, taskIds[task], breakId, ...core]);
  if (task === 'table') for (let id = cellBreakId; id <= lastTagId; id++) listed.add(id);
  for (const { id, runnersUp, ghost } of prior.tokens)
    for (const one of [id, ...runnersUp, ghost]) listed.add(one);
  const ids = [...listed].sort((a, b) => a - b);
  const columns = new Map(ids.map((id, column) => [id, column]));
  const tagBias = task === 'table' ? -tableTagMargin : 0;
  return {
    ids,
    bias: Float32Array.from(ids, (id) => (isForbidden(id) ? forbidden : isTag(id) ? tagBias : 0)),
    columnOf: (id) => columns.get(id) ?? 0,
  };
}

export interface SlotTable {
  /** [places, slots], ids; 0 where a slot is void. */
  readonly ids: Int32Array;
  /** [places, slots]. Slot 0 lacks the guard, which depends on the path. */
  readonly priors: Float32Array;
  /** Places where the text stays as read. */
  readonly locked: Uint8Array;
}

export function slotTableOf(
  prior: PriorReading,
  task: NanoTask,
  { base, core, lockedRegions, tableTagMargin, wordMargins = [] }: NanoConfig,
  vocabulary: Vocabulary,
  words?: WordFlags,
): SlotTable {
  const { tokens } = prior;
  const ids = new Int32Array(tokens.length * slotCount);
  const priors = new Float32Array(ids.length);
  const log = (probability: number): number => Math.log(Math.max(probability, 1e-4));
  tokens.forEach((token, place) => {
    const { id, runnersUp, probabilities, space, ghost, ghostProbability } = token;
    const isBreak = id === breakId || id === cellBreakId;
    const slots: readonly (readonly [id: number, log: number])[] = [
      [id, log(probabilities[0])],
      [runnersUp[0], log(probabilities[1])],
      [runnersUp[1], log(probabilities[2])],
      [tokens[place + 1]?.id ?? nothingId, Math.log(nextId)],
      [tokens[place + 2]?.id ?? nothingId, Math.log(secondNextId)],
      [tokens[place - 1]?.id ?? nothingId, Math.log(formerId)],
      [spaceId, isBreak ? Math.log(spaceForBreak) : log(space)],
      [ghost, log(ghostProbability)],
      [task === 'table' ? cellBreakId : breakId, Math.log(newBreak)],
    ];
    const first = place * slotCount;
    const most = base + log(probabilities[0]) - runnerUpGap;
    slots.forEach(([slotId, logarithm], slot) => {
      const isVoid = slotId === nothingId || slots.slice(0, slot).some(([earlier]) => earlier === slotId);
      if (isVoid) return;
      ids[first + slot] = slotId;
      priors[first + slot] = slot === 0 ? base + logarithm : Math.min(base + logarithm, most);
    });
  });
  if (words) giveWords({ ids, priors }, words, wordMargins);
  if (task === 'table') giveTags({ ids, priors }, tableTagMargin);
  return { ids, priors, locked: lockedPlaces(prior, new Set(core), vocabulary, lockedRegions) };
}

/** What makes a known word is likelier than the picture alone says, and known words are likelier to be right. */
function giveWords(
  { ids, priors }: Pick<SlotTable, 'ids' | 'priors'>,
  { kinds, flags }: WordFlags,
  margins: readonly (readonly number[])[],
): void {
  flags.forEach((flag, at) => {
    if (flag === 0 || ids[at] === nothingId) return;
    const given = margins[kinds[Math.floor(at / slotCount)] ?? wordKinds.none]?.[at % slotCount] ?? 0;
    priors[at] = (priors[at] ?? 0) + given;
  });
}

/**
 * Makes up for what the short list takes from every tag where a tag is right: that of the prior and its other kind
 * (which cells are headers is open) gain as much as others lose, the tag that ends a text may be reached from the
 * text's last two places.
 */
function giveTags({ ids, priors }: Pick<SlotTable, 'ids' | 'priors'>, margin: number): void {
  const idAt = (place: number, slot: number): number => ids[place * slotCount + slot] ?? nothingId;
  for (let place = 0; place * slotCount < ids.length; place++) {
    const give = (slot: number, times: number): void => {
      const at = place * slotCount + slot;
      if (isTag(ids[at] ?? nothingId)) priors[at] = (priors[at] ?? 0) + times * margin;
    };
    const id = idAt(place, 0);
    if (isTag(id)) {
      give(0, 2);
      if (opensCell(id) || closesCell(id)) give(1, 2);
      continue;
    }
    give(3, 1);
    if (!isTag(idAt(place + 1, 0))) give(4, 1);
  }
}

/** Suggestions of rows at their anchors: columns and priors, [rows, slots] each. */
export function slotsOf(
  table: SlotTable,
  anchors: readonly Anchor[],
  { columnOf }: Shortlist,
  margin: number,
): { readonly columns: BigInt64Array; readonly priors: Float32Array } {
  const columns = new BigInt64Array(anchors.length * slotCount);
  const priors = new Float32Array(columns.length);
  anchors.forEach((anchor, row) => {
    const from = anchor.place * slotCount;
    const to = row * slotCount;
    for (let slot = 0; slot < slotCount; slot++) {
      columns[to + slot] = BigInt(columnOf(table.ids[from + slot] ?? nothingId));
      priors[to + slot] = table.priors[from + slot] ?? 0;
    }
    const lock = table.locked[anchor.place] === 1 ? lockStrength : 0;
    priors[to] = (priors[to] ?? 0) + guardOf(anchor, margin) + lock;
  });
  return { columns, priors };
}

/** True where nothing of the region may be changed: a script without training data. */
export function isLockedRegion({ tokens }: PriorReading, vocabulary: Vocabulary): boolean {
  const characters = tokens.filter(({ id }) => isCharacter(id));
  const cjk = characters.filter(({ id }) => vocabulary.isCjk(id));
  return characters.length > 0 && cjk.length >= cjkShare * characters.length;
}

function isCharacter(id: number): boolean {
  return id > nothingId && id < spaceId;
}

function lockedPlaces(
  prior: PriorReading,
  core: ReadonlySet<number>,
  vocabulary: Vocabulary,
  lockedRegions: boolean,
): Uint8Array {
  const { tokens } = prior;
  if (lockedRegions && isLockedRegion(prior, vocabulary)) return new Uint8Array(tokens.length).fill(1);
  const isForeign = tokens.map(({ id }) => isCharacter(id) && !core.has(id));
  return Uint8Array.from(isForeign, (foreign, place) =>
    (foreign && (isForeign[place - 1] || isForeign[place + 1])) || isLoneDash(tokens, place, vocabulary)
      ? 1
      : 0,
  );
}

/** A dash alone in the cell of a table: nothing but the picture says which one it is. */
function isLoneDash(tokens: PriorReading['tokens'], place: number, vocabulary: Vocabulary): boolean {
  const [before, token, after] = [tokens[place - 1], tokens[place], tokens[place + 1]];
  if (!before || !token || !after || !opensCell(before.id) || !closesCell(after.id)) return false;
  return isCharacter(token.id) && /^[\p{Pd}−]$/u.test(vocabulary.textOf(token.id));
}
