/** One item's score: the scorer that fits its ground truth, applied to what an engine read. */

import type { Item } from './corpus';
import { codePoints } from './edit-distance';
import type { Recognition } from './recognise';
import { type FormulaScore, scoreFormula } from './score-formula';
import { type OrderScore, scoreOrder } from './score-order';
import { type RulesScore, scoreRules } from './score-rules';
import { scoreTables, type TablesScore } from './score-table';
import { normaliseText, scoreText, type TextScore } from './score-text';
import { tableTree } from './table-tree';

export type Score =
  | { readonly metric: 'text'; readonly text: TextScore; readonly order?: OrderScore }
  | { readonly metric: 'tables'; readonly tables: TablesScore }
  | { readonly metric: 'formula'; readonly formula: FormulaScore }
  | { readonly metric: 'rules'; readonly rules: RulesScore }
  | { readonly metric: 'contains'; readonly contains: { readonly found: number; readonly wanted: number } }
  | { readonly metric: 'outcome' };

/** What of a recognition is scored; peers have nothing but text. */
export type Readable = Pick<Recognition, 'text' | 'textWithoutFurniture' | 'tables' | 'formulas'>;

export interface ItemResult {
  readonly item: Pick<Item, 'id' | 'kind' | 'language' | 'orderReliable' | 'compared'>;
  readonly score: Score;
  readonly pages: number;
  readonly seconds: number;
  /** Code points read; what matters on pages without text. */
  readonly characters: number;
  readonly outcome?: Recognition['outcome'];
  readonly errors?: Recognition['errors'];
  readonly stageSeconds?: Recognition['stageSeconds'];
}

export function scoreItem(item: Item, read: Readable): Score {
  const { truth } = item;
  switch (truth.kind) {
    case 'text': {
      const text = scoreText(read.text, truth.text, item.language);
      if (truth.blocks.length < 2) return { metric: 'text', text };
      return { metric: 'text', text, order: scoreOrder(read.text, truth.blocks, item.language) };
    }
    case 'tables':
      return { metric: 'tables', tables: scoreTables(read.tables, truth.tables) };
    case 'formula': {
      const latex = read.formulas.length > 0 ? read.formulas.join(' ') : read.text;
      return { metric: 'formula', formula: scoreFormula(latex, truth.latex) };
    }
    case 'rules': {
      const trees = read.tables.flatMap((html) => tableTree(html) ?? []);
      return { metric: 'rules', rules: scoreRules(truth.rules, read.textWithoutFurniture, trees) };
    }
    case 'contains': {
      const text = normaliseText(read.text, item.language);
      const found = truth.texts.filter((wanted) =>
        text.includes(normaliseText(wanted, item.language)),
      ).length;
      return { metric: 'contains', contains: { found, wanted: truth.texts.length } };
    }
    case 'outcome':
      return { metric: 'outcome' };
  }
}

export function resultOf(item: Item, recognition: Recognition): ItemResult {
  const { id, kind, language, orderReliable, compared } = item;
  return {
    item: { id, kind, language, orderReliable, compared },
    score: scoreItem(item, recognition),
    pages: recognition.pages,
    seconds: recognition.seconds,
    characters: codePoints(recognition.text).length,
    outcome: recognition.outcome,
    errors: recognition.errors,
    stageSeconds: recognition.stageSeconds,
  };
}
