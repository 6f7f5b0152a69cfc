/**
 * What is shown of one region's decode, derived from its events: pure, so that the same code draws a decode while it
 * runs, at any earlier round of it, and again from a stored trace.
 */
import type { Reading } from '../../../engine/document';
import type { LiveEvent, LiveId, LiveToken } from '../../../engine/protocol/events';

/** A verified round. */
export interface ShownRound {
  /** 0: the prompt's own prediction. */
  readonly round: number;
  readonly drafter: string | undefined;
  readonly draft: readonly LiveId[];
  readonly accepted: number;
  readonly tokens: readonly LiveToken[];
  /** Committed tokens before this round. */
  readonly before: number;
}

export interface PendingDraft {
  readonly round: number;
  readonly drafter: string | undefined;
  readonly tokens: readonly LiveId[];
}

export interface DecodeView {
  readonly task: string;
  readonly model: string;
  /** Most tokens that may be committed, where it is known. */
  readonly cap: number | undefined;
  /** Verified rounds in order, in groups that stay the same object once they are full: only the last is drawn anew. */
  readonly groups: readonly (readonly ShownRound[])[];
  /** Drafted and not verified yet. */
  readonly draft: PendingDraft | undefined;
  readonly last: ShownRound | undefined;
  /** Committed so far, an end token counted. */
  readonly tokens: number;
  /** Of the model, the prompt's counted. */
  readonly forwards: number;
  /** Milliseconds from the decode's beginning to its last event. */
  readonly at: number;
  readonly end: { readonly stop: Reading['stop']; readonly kept: number; readonly tail: string } | undefined;
}

const groupSize = 24;

export const emptyView: DecodeView = {
  task: 'text',
  model: '',
  cap: undefined,
  groups: [],
  draft: undefined,
  last: undefined,
  tokens: 0,
  forwards: 0,
  at: 0,
  end: undefined,
};

/** The view after one more event. A region that starts again begins anew. */
export function reduceDecode(view: DecodeView, event: LiveEvent): DecodeView {
  switch (event.kind) {
    case 'region-started':
      return { ...emptyView, task: event.task, model: event.model, cap: event.cap, at: event.at };
    case 'round-started': {
      const { round, drafter, draft } = event;
      return { ...view, draft: { round, drafter, tokens: draft }, at: event.at };
    }
    case 'round-verified': {
      const { round, accepted, committed } = event;
      const draft = view.draft?.round === round ? view.draft : undefined;
      const shown: ShownRound = {
        round,
        drafter: draft?.drafter,
        draft: draft?.tokens ?? [],
        accepted,
        tokens: committed,
        before: view.tokens,
      };
      return {
        ...view,
        groups: append(view.groups, shown),
        draft: undefined,
        last: shown,
        tokens: event.tokens,
        forwards: event.forwards,
        at: event.at,
      };
    }
    case 'done':
      return {
        ...view,
        draft: undefined,
        at: event.at,
        end: { stop: event.stop, kept: event.kept, tail: event.tail ?? '' },
      };
  }
}

export const viewOf = (events: readonly LiveEvent[]): DecodeView => events.reduce(reduceDecode, emptyView);

function append(groups: DecodeView['groups'], round: ShownRound): DecodeView['groups'] {
  const last = groups[groups.length - 1];
  return last && last.length < groupSize ? [...groups.slice(0, -1), [...last, round]] : [...groups, [round]];
}

/** The first drafted token that the verifier did not take; its own stands in its place. */
export const rejectedIn = ({ draft, accepted, tokens }: ShownRound): LiveId | undefined =>
  tokens.length > accepted ? draft[accepted] : undefined;

/** Text of the committed tokens, without what follows the kept ones at the end. */
export function committedText({ groups, end }: DecodeView): string {
  let text = '';
  for (const group of groups) {
    for (const { tokens, before } of group) {
      for (const [place, token] of tokens.entries()) {
        if (end === undefined || before + place < end.kept) text += token.text;
      }
    }
  }
  return text + (end?.tail ?? '');
}

/** Committed tokens per forward of the model, the prompt's counted: 1 is plain decoding. Undefined before the first. */
export const tokensPerForward = ({ tokens, forwards }: DecodeView): number | undefined =>
  forwards > 0 ? tokens / forwards : undefined;

/** Undefined until time has passed. */
export const tokensPerSecond = ({ tokens, at }: DecodeView): number | undefined =>
  at > 0 ? (tokens * 1000) / at : undefined;
