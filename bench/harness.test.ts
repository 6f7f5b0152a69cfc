import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PalimpsestError } from '../engine/base/errors';
import type { Block, Document } from '../engine/document';
import type { EngineApi } from '../engine/protocol/engine-api';
import type { EventKind, Events } from '../engine/protocol/events';
import type { RequestKind, RequestParams, RequestResult } from '../engine/protocol/requests';
import { readBaselines } from './baselines';
import { readCorpus } from './corpus';
import { measurePages, pagesTotals } from './pages';
import type { Peers, TablePeer } from './peers/peers';
import { measureQuality, measureTablePeer } from './quality';
import { itemRow, rounded } from './results';
import { scoreItem } from './score-item';
import { pagesSummary, qualitySummary } from './summary';
import { totalsOf } from './totals';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palimpsest-harness-'));
const table = '<table><tr><td>Port</td><td>Cod</td></tr><tr><td>Aveiro</td><td>12</td></tr></table>';

/** What the fake engine reads from each file; a missing file is refused. */
const readings: Readonly<Record<string, { text: string; bare?: string; blocks?: readonly Block[] }>> = {
  'accents.png': { text: 'coracao' },
  'two.tif': { text: 'one\ntwo' },
  'form.pdf': { text: 'b a' },
  'page.jpg': { text: 'Second part here.\n\nFirst part here.' },
  'table.png': {
    text: 'Port Cod Aveiro 12',
    blocks: [
      {
        kind: 'table',
        ragged: false,
        source: { pageId: 'p', regionIds: [] },
        rows: [
          ['Port', 'Cod'],
          ['Aveiro', '13'],
        ].map((cells) => ({
          cells: cells.map((text) => ({
            header: false,
            colspan: 1,
            rowspan: 1,
            content: [{ kind: 'text' as const, text }],
          })),
        })),
      },
    ],
  },
  'formula.png': {
    text: 'x',
    blocks: [{ kind: 'formula', latex: 'x ^ 2', parses: true, source: { pageId: 'p', regionIds: [] } }],
  },
  'rules.pdf': { text: 'Page 3\n\nTitle then text', bare: 'Title then text' },
  'map.jpg': { text: 'BAIONA' },
  'blank.pdf': { text: '' },
};

class FakeEngine implements EngineApi {
  readonly #listeners: ((event: Events['job-done']) => void)[] = [];
  readonly started: RequestParams<'start'>[] = [];
  open = 0;

  request<Kind extends RequestKind>(kind: Kind, params: RequestParams<Kind>): Promise<RequestResult<Kind>> {
    return (this.#handlers[kind] ?? this.#unused)(params);
  }

  on<Kind extends EventKind>(kind: Kind, listener: (event: Events[Kind]) => void): () => void {
    if (kind === 'job-done') this.#listeners.push(listener as (event: Events['job-done']) => void);
    return () => this.#listeners.splice(0);
  }

  async close(): Promise<void> {}

  readonly #unused = async (): Promise<never> => {
    throw new PalimpsestError('unsupported', 'Not used by the bench.');
  };

  readonly #handlers: {
    readonly [Kind in RequestKind]?: (params: RequestParams<Kind>) => Promise<RequestResult<Kind>>;
  } = {
    open: async ({ paths: [file = ''] }) => {
      const name = path.basename(file);
      if (name === 'crash.png') throw new PalimpsestError('engine-crashed', 'Gone.');
      if (!readings[name]) return { documents: [], rejected: [{ code: 'unreadable', message: 'No.', file }] };
      this.open++;
      return {
        documents: [{ id: name, source: this.#document(name).source, relativePath: name }],
        rejected: [],
      };
    },
    start: async (params) => {
      this.started.push(params);
      const event = {
        outcome: 'done' as const,
        pagesDone: 1,
        pagesFailed: 0,
        seconds: 1,
        stageSeconds: { reading: 1 },
      };
      setTimeout(() => {
        for (const listener of [...this.#listeners]) listener(event);
      });
      return { pages: 1 };
    },
    document: async ({ documentId }) => this.#document(documentId),
    text: async ({ documentId, keep }) => {
      const { text, bare } = readings[documentId] ?? { text: '' };
      return { text: keep ? text : (bare ?? text) };
    },
    blocks: async ({ documentId }) => readings[documentId]?.blocks ?? [],
    close: async () => {
      this.open--;
      return {};
    },
  };

  #document(name: string): Document {
    const source = { name, path: name, bytes: 1, sha256: '0', mediaType: 'image/png', pageCount: 1 };
    const page = {
      id: 'p',
      number: 1,
      width: 1,
      height: 1,
      space: 'page-pixels-top-left' as const,
      transform: { sourceWidth: 1, sourceHeight: 1, scale: 1, quarterTurns: 0 as const, skewDegrees: 0 },
      existingText: { found: 'none' as const, characters: 0, used: false },
      status: 'done' as const,
      marks: [],
      regions: [],
      excluded: false,
    };
    const models = [{ id: 'fake', name: 'Fake', version: '1', sha256: 'ab' }];
    return { schema: 1, id: name, source, pages: [page], models, errors: [] };
  }
}

beforeAll(() => {
  const write = (name: string, content: string): void => fs.writeFileSync(path.join(folder, name), content);
  const item = (file: string, kind: string, language: string, truth: object, extra: object = {}) => ({
    id: file.replace(/\.\w+$/, ''),
    file,
    kind,
    language,
    pages: 1,
    features: [],
    order_reliable: true,
    ground_truth: truth,
    ...extra,
  });
  write('accents.txt', 'coração');
  write('two.txt', 'one\n\ntwo\n');
  write('form.txt', 'a b');
  write('page.txt', 'First part here.\n\nSecond part here.');
  const blocks = ['First part here.', 'Second part here.', 'with $x$'].map((text, order) => ({
    category_type: 'text_block',
    order,
    text,
  }));
  write('page.json', JSON.stringify([{ layout_dets: blocks }]));
  write('table.html', `${table}\n`);
  write('formula.tex', 'x^{2}');
  write(
    'rules.jsonl',
    [
      '{"type":"absent","text":"Page 3"}',
      '{"type":"order","before":"Title","after":"text"}',
      '{"type":"math","math":"x"}',
      '',
    ].join('\n'),
  );
  write(
    'index.json',
    JSON.stringify({
      items: [
        item('accents.png', 'text', 'pt', { type: 'text', file: 'accents.txt' }),
        item('two.tif', 'text', 'en', { type: 'text', file: 'two.txt' }),
        item('form.pdf', 'page', 'pt', { type: 'text', file: 'form.txt' }, { order_reliable: false }),
        item('page.jpg', 'page', 'en', {
          type: 'markdown',
          file: 'unused.md',
          text_file: 'page.txt',
          omnidoc_file: 'page.json',
        }),
        item('table.png', 'table', 'en', { type: 'table_html', file: 'table.html' }),
        item('formula.png', 'formula', 'latex', { type: 'latex', file: 'formula.tex' }),
        item('rules.pdf', 'page', 'en', { type: 'olmocr_rules', file: 'rules.jsonl' }),
        item('map.jpg', 'text', 'eu', { type: 'contains', value: ['BAIONA', 'Angelu'] }),
        item('blank.pdf', 'bad-input', 'und', { type: 'expect' }),
        item('broken.png', 'bad-input', 'und', { type: 'expect' }),
        item('crash.png', 'text', 'en', { type: 'text_same_as', value: 'two' }),
      ],
    }),
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('bench harness', () => {
  it('reads every item, scores it by its truth and groups the totals', async () => {
    const engine = new FakeEngine();
    const { results, models } = await measureQuality(engine, readCorpus(folder), {}, () => {});
    const totals = totalsOf(results);

    expect(totals.textItems).toMatchObject({
      items: 2,
      meanCer: 2 / 7 / 2,
      medianCer: 1 / 7,
      microCer: 2 / 14,
    });
    expect(totals.textItems?.meanCerWithoutDiacritics).toBe(0);
    expect(totals.orderReliable?.items).toBe(3);
    expect(totals.orderUnreliable).toEqual({ items: 1, meanBagOfWordsF1: 1 });
    expect(Object.keys(totals.byLanguage)).toEqual(['en', 'pt']);
    expect(totals.readingOrder).toEqual({ items: 1, meanKendall: 1, blocksFound: 1 });
    expect(totals.tables?.meanTedsStructure).toBe(1);
    expect(totals.tables?.meanTeds).toBeCloseTo(1 - 0.5 / 6, 10);
    expect(totals.formulas?.meanEditSimilarityNotCdm).toBeCloseTo(3 / 5, 10);
    expect(totals.rules).toEqual({ passed: 2, run: 2, notRun: 1 });
    expect(totals.contains).toEqual({ found: 1, wanted: 2 });
    expect(models[0]?.id).toBe('fake');
    expect(engine.open).toBe(0);
    expect(engine.started.every(({ existingText }) => existingText === 'read')).toBe(true);
    expect(qualitySummary([['ours', totals]])).toContain('0.1429');
  });

  it('makes a fault an outcome of its item and goes on', async () => {
    const { results } = await measureQuality(new FakeEngine(), readCorpus(folder), {}, () => {});
    const outcomes = Object.fromEntries(
      results.map(({ item, outcome, errors }) => [item.id, [outcome, errors]]),
    );
    expect(outcomes.blank).toEqual(['done', []]);
    expect(outcomes.broken).toEqual(['rejected', ['unreadable']]);
    expect(outcomes.crash).toEqual(['failed', ['engine-crashed']]);
    expect(results).toHaveLength(11);
  });

  it('writes numbers only: neither text read nor truth', async () => {
    const { results } = await measureQuality(new FakeEngine(), readCorpus(folder), {}, () => {});
    const written = JSON.stringify(rounded(results.map(itemRow)));
    expect(written).toContain('"cer":0.2857');
    for (const content of ['coração', 'coracao', 'Aveiro', 'First part'])
      expect(written).not.toContain(content);
  });

  it('asks the table peer for pictures of one table only, and scores what it gives', async () => {
    const [template] = readCorpus(folder);
    const item = (id: string, file: string, tables: string[]) => ({
      ...template!,
      id,
      file,
      truth: { kind: 'tables' as const, tables },
    });
    const one = '<table><tr><td>a</td><td>b</td></tr></table>';
    const items = [
      item('picture', 'a.png', [one]),
      item('pdf', 'a.pdf', [one]),
      item('many', 'b.png', [one, one]),
    ];
    const asked: string[] = [];
    const peer: TablePeer = {
      name: 'halves',
      version: '1',
      read: async (file) => {
        asked.push(file);
        return { tables: ['<table><tr><td>a</td></tr></table>'], seconds: 1 };
      },
      close: () => {},
    };
    const results = await measureTablePeer(peer, items, () => {});
    expect(asked).toEqual(['a.png']);
    expect(results[0]?.score).toMatchObject({ metric: 'tables', tables: { truthTables: 1, readTables: 1 } });
    expect(results[0]?.score.metric === 'tables' && results[0].score.tables.teds).toBeCloseTo(2 / 3, 4);
  });

  it('times the engines in turn, leaves the first item out and gives ratios', async () => {
    const wanted = ['accents', 'two', 'form', 'broken'];
    const items = readCorpus(folder).filter(({ id }) => wanted.includes(id));
    const read: string[] = [];
    const peers: Peers = {
      peers: [
        {
          name: 'slow',
          version: '1',
          read: async (picture) => {
            read.push(picture);
            return { text: '', seconds: 10 };
          },
          close: () => {},
        },
      ],
      tablePeer: {
        name: 'none',
        version: '1',
        read: async () => ({ tables: [], seconds: 0 }),
        close: () => {},
      },
      pictures: async ({ id }) => [`${id}-1`, `${id}-2`],
      close: () => {},
    };
    const { timings } = await measurePages(new FakeEngine(), items, peers, {}, () => {});
    expect(timings.map(({ id }) => id)).toEqual(['two', 'form']);
    expect(read).toHaveLength(8);
    const totals = pagesTotals(timings);
    expect(totals.secondsPerPage.slow).toBe(20);
    expect(totals.ratios.slow?.total).toBeLessThan(0.1);
    expect(totals.stageShares.reading).toBeGreaterThan(0);
    expect(pagesSummary(totals)).toContain('slow');
  });
});

const evaluation = path.resolve(import.meta.dirname, '../../shared/eval');
describe.skipIf(!fs.existsSync(evaluation))('with ../shared/eval (skipped where it is not there)', () => {
  it('resolves and normalises the truths of all baseline items as the published baselines did', () => {
    const items = readCorpus(evaluation);
    const nothing = { text: '', textWithoutFurniture: '', tables: [], formulas: [] };
    const lengths = items
      .filter(({ compared }) => compared)
      .map((item) => {
        const score = scoreItem(item, nothing);
        return [item.id, score.metric === 'text' ? score.text.referenceCharacters : 0];
      });
    for (const { results } of readBaselines(path.join(evaluation, 'baselines'))) {
      const published = results.map(({ item, score }) => [
        item.id,
        score.metric === 'text' ? score.text.referenceCharacters : 0,
      ]);
      expect(Object.fromEntries(lengths)).toEqual(Object.fromEntries(published));
    }
  });

  it('reproduces the published means with its own grouping', () => {
    const means = readBaselines(path.join(evaluation, 'baselines')).map(({ engine, results }) => {
      const { textItems, orderReliable } = totalsOf(results);
      return [
        engine,
        ...[
          textItems?.meanCer,
          textItems?.medianCer,
          textItems?.meanBagOfWordsF1,
          orderReliable?.meanCer,
        ].map((value) => value?.toFixed(3)),
      ];
    });
    expect(means).toEqual([
      ['rapidocr', '0.172', '0.021', '0.956', '0.218'],
      ['tesseract', '0.128', '0.015', '0.884', '0.218'],
    ]);
  });
});
