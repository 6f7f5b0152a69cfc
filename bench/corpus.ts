/** The evaluation set: items with their files and ground truth, as `index.json` describes them. */
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Rule, rule } from './score-rules';
import { tablesIn } from './table-tree';

export type Truth =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Texts of the page's blocks in reading order, where the truth has them. */
      readonly blocks: readonly string[];
      /** False where the "truth" is another engine's output: reported, never in totals. */
      readonly gold: boolean;
    }
  | { readonly kind: 'tables'; readonly tables: readonly string[] }
  | { readonly kind: 'formula'; readonly latex: string }
  | { readonly kind: 'rules'; readonly rules: readonly Rule[] }
  | { readonly kind: 'contains'; readonly texts: readonly string[] }
  | { readonly kind: 'outcome' };

export interface Item {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
  readonly language: string;
  readonly pages: number;
  /** False where the truth is in content order: CER says nothing there, the bag of words does. */
  readonly orderReliable: boolean;
  /** True for the items that the published baselines were computed on. */
  readonly compared: boolean;
  readonly password?: string;
  readonly truth: Truth;
}

const indexItem = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  language: z.string(),
  pages: z.number().int(),
  features: z.array(z.string()),
  order_reliable: z.boolean(),
  ground_truth: z.object({
    type: z.enum([
      'text',
      'markdown',
      'table_html',
      'latex',
      'olmocr_rules',
      'contains',
      'text_same_as',
      'text_per_page_same_as',
      'expect',
    ]),
    file: z.string().optional(),
    text_file: z.string().optional(),
    omnidoc_file: z.string().optional(),
    value: z.union([z.string(), z.array(z.string())]).optional(),
    gold: z.boolean().default(true),
  }),
});
type IndexItem = z.infer<typeof indexItem>;
const index = z.object({ items: z.array(indexItem) });

const omnidocPages = z.array(
  z.object({
    layout_dets: z.array(
      z.object({
        category_type: z.string(),
        ignore: z.boolean().optional(),
        order: z.number().nullish(),
        text: z.string().optional(),
      }),
    ),
  }),
);
const textCategories = new Set(['text_block', 'title', 'reference', 'code_txt']);

/** Reads `folder/index.json` and the truths that it names; throws where one of them is missing or malformed. */
export function readCorpus(folder: string): Item[] {
  const { items } = index.parse(JSON.parse(fs.readFileSync(path.join(folder, 'index.json'), 'utf8')));
  return items.map((item) => toItem(folder, item, items));
}

function toItem(folder: string, item: IndexItem, all: readonly IndexItem[]): Item {
  const truth = truthOf(folder, item, all);
  const password = item.features
    .find((feature) => feature.startsWith('password='))
    ?.slice('password='.length);
  return {
    id: item.id,
    file: path.resolve(folder, item.file),
    kind: item.kind,
    language: item.language,
    pages: item.pages,
    orderReliable: item.order_reliable,
    compared:
      truth.kind === 'text' &&
      truth.gold &&
      item.kind !== 'bad-input' &&
      item.ground_truth.type !== 'text_same_as' &&
      // Its truth spells the displayed formulas in LaTeX, which no text score can be fair to.
      !item.features.includes('formulas'),
    ...(password === undefined ? {} : { password }),
    truth,
  };
}

function truthOf(folder: string, item: IndexItem, all: readonly IndexItem[]): Truth {
  const truth = item.ground_truth;
  const read = (name: string | undefined): string => {
    if (name === undefined) throw new Error(`${item.id}: its ground truth names no file`);
    return fs.readFileSync(path.join(folder, name), 'utf8');
  };
  const text = (value: string): Truth => ({ kind: 'text', text: value, blocks: [], gold: truth.gold });
  switch (truth.type) {
    case 'text':
      return text(read(truth.file));
    case 'text_same_as':
    case 'text_per_page_same_as': {
      const other = all.find(({ id }) => id === truth.value)?.ground_truth.file;
      const copies = truth.type === 'text_same_as' ? 1 : item.pages;
      return text(new Array<string>(copies).fill(read(other)).join('\f'));
    }
    case 'markdown':
      if (!truth.text_file) return text(withoutMarks(read(truth.file)));
      return {
        kind: 'text',
        text: read(truth.text_file),
        blocks: truth.omnidoc_file ? textBlocks(read(truth.omnidoc_file)) : [],
        gold: truth.gold,
      };
    case 'table_html':
      return { kind: 'tables', tables: tablesIn(read(truth.file)) };
    case 'latex':
      return { kind: 'formula', latex: read(truth.file) };
    case 'olmocr_rules':
      return { kind: 'rules', rules: read(truth.file).split('\n').filter(Boolean).map(parseRule) };
    case 'contains':
      return { kind: 'contains', texts: Array.isArray(truth.value) ? truth.value : [] };
    case 'expect':
      return { kind: 'outcome' };
  }
}

const parseRule = (line: string): Rule => rule.parse(JSON.parse(line));

/** Blocks of running text; those with formulas are left out, since their LaTeX is not what is printed. */
function textBlocks(json: string): string[] {
  return omnidocPages
    .parse(JSON.parse(json))
    .flatMap((page) => page.layout_dets)
    .filter((block) => textCategories.has(block.category_type) && !block.ignore && !block.text?.includes('$'))
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .flatMap((block) => (block.text ? [block.text] : []));
}

/** Markdown as plain text, roughly: for the references that are not gold. */
function withoutMarks(markdown: string): string {
  return markdown
    .replace(/```\w*|!\[[^\]]*\]\([^)]*\)|<[^>]+>/gu, ' ')
    .replace(/^\s*(?:#{1,6}|>|[-*+])\s+/gmu, '')
    .replace(/\*\*|\$\$?/gu, '');
}
