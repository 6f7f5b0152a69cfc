/** The bad inputs of the shared test corpus, all in one batch: each has its outcome and none affects another. */
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { furnitureLabels } from '../document';
import { drawPage, png } from '../testing/drawn-page';
import { convert, openEngine } from '../testing/real-engine';
import { makeWorkplace, root, type Workplace } from '../testing/workplace';
import type { Account, FileAccount } from './account';
import type { Engine } from './engine';

const corpus = process.env.PALIMPSEST_EVAL ?? join(root, '..', 'shared', 'eval');
const isThere = existsSync(join(corpus, 'index.json'));

interface Item {
  readonly id: string;
  readonly file: string;
  readonly kind: string;
}

const hasReason = ({ reason, outcome }: FileAccount): boolean =>
  outcome === 'failed' && (reason ?? '').length > 10;
const isMarked = ({ pages, notes }: FileAccount): boolean => pages.unsupportedScript > 0 || notes.length > 0;

/** What is right, by item; `text` is the plain text output. */
const expectations: Record<string, (file: FileAccount, text: string) => boolean> = {
  'bad-encrypted-password-test': (file) => hasReason(file) && /password/i.test(file.reason ?? ''),
  'bad-header-only-pdf': hasReason,
  'bad-empty-0-bytes': (file) => hasReason(file) && /empty/i.test(file.reason ?? ''),
  'bad-truncated-pdf': (file, text) => hasReason(file) || (text !== '' && isMarked(file)),
  'bad-truncated-jpeg': (file, text) => hasReason(file) || (text !== '' && isMarked(file)),
  'bad-broken-png': hasReason,
  'huge-page-enormous': (file) => file.outcome === 'done' || hasReason(file),
  'huge-mono-35000px': (file) => file.outcome === 'done' || hasReason(file),
  // Beside the pictures that cannot be drawn the page has two lines of type.
  'bomb-jbig2': (file, text) => hasReason(file) || /BOMB/.test(text),
  'tiny-image-12': (file) => file.outcome === 'done',
  'blank-pdf': (file, text) => text === '' && file.pages.blank === 1,
  'no-text-photo': (file, text) => file.outcome === 'done' && text === '',
  'fmt-pdf-no-tounicode': (file, text) => file.outcome === 'done' && text !== '',
};

describe.skipIf(!isThere)(
  `bad inputs of ${corpus}${isThere ? '' : ' (skipped: the folder is not there)'}`,
  () => {
    let place: Workplace;
    let engine: Engine;
    let items: Item[];
    let account: Account;
    beforeAll(async () => {
      place = await makeWorkplace();
      engine = openEngine(place);
      const index: { items: Item[] } = JSON.parse(await readFile(join(corpus, 'index.json'), 'utf8'));
      items = index.items.filter(({ kind }) => kind === 'bad-input');
      const good = png(drawPage(420, 90, [{ text: 'Between bad ones', x: 30, y: 55, size: 28 }]).canvas);
      for (const [number, { file }] of items.entries()) {
        await place.put(`in/${number}/good.png`, good);
        await copyFile(join(corpus, file), place.path('in', `${number}`, basename(file)));
      }
      ({ account } = await convert(engine, {
        paths: [place.path('in')],
        out: place.path('out'),
        formats: ['txt'],
        keep: furnitureLabels,
      }));
    }, 600_000);
    afterAll(async () => {
      await engine?.close();
      await place?.remove();
    });

    it('each has the outcome that is expected of it', async () => {
      expect(items.length).toBeGreaterThan(0);
      const wrong: unknown[] = [];
      for (const [number, { id, file: name }] of items.entries()) {
        const file = account.files.find(({ relativePath }) => relativePath === `${number}/${basename(name)}`);
        const [output] = file?.outputs ?? [];
        const text = output === undefined ? '' : (await readFile(output, 'utf8')).trim();
        const isRight =
          expectations[id] ?? ((each: FileAccount) => each.outcome === 'done' || hasReason(each));
        if (!file || !isRight(file, text))
          wrong.push({
            id,
            outcome: file?.outcome,
            reason: file?.reason,
            pages: file?.pages,
            notes: file?.notes,
            text: text.slice(0, 200),
          });
      }
      expect(wrong).toEqual([]);
    });

    it('none affects another', async () => {
      for (const number of items.keys())
        expect(await place.text('out', `${number}`, 'good.txt')).toContain('Between bad ones');
    });

    it('the encrypted one opens with its password', async () => {
      const paths = [join(corpus, 'files', 'bad-encrypted-password-test.pdf')];
      const out = place.path('opened');
      await convert(engine, { paths, out, formats: ['txt'], password: 'test' });
      expect(await place.text('opened', 'bad-encrypted-password-test.txt')).toContain(
        'Password Protected PDF test',
      );
    });
  },
);
