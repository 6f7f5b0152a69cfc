/** Whole conversions through the real models: names, formats, classes left out, text that files hold themselves. */
import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FurnitureLabel, furnitureLabels } from '../document';
import { pdf, tiff } from '../testing/document-files';
import { type DrawnText, drawPage, jpeg, png, wrapText } from '../testing/drawn-page';
import { convert, openEngine, readAll } from '../testing/real-engine';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { countRegions } from './account';
import type { Engine } from './engine';

let home: Workplace;
let place: Workplace;
let engine: Engine;
beforeAll(async () => {
  home = await makeWorkplace();
  engine = openEngine(home);
});
afterAll(async () => {
  await engine.close();
  await home.remove();
});
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const strip = (text: string) => drawPage(420, 90, [{ text, x: 30, y: 55, size: 28 }]).canvas;
const blank = () => png(drawPage(96, 64, []).canvas);

describe('names of results', () => {
  it('X06: are those of the sources, whatever is in them', async () => {
    const long = 'long name '.repeat(20).slice(0, 196);
    const names = ['Scans 🔥 ü 文档/ø', long, 'trailing blank '];
    for (const name of names) await place.put(`in/${name}.png`, blank());
    const { account } = await convert(engine, { paths: [place.path('in')], out: place.path('out') });
    expect(account.total.files).toMatchObject({ total: 3, done: 3 });
    expect(await place.list('out')).toEqual(names.map((name) => `${name}.md`).sort());
  });

  it('X07: the tree is kept and none of one name is lost', async () => {
    await place.put('in/a/scan.png', png(strip('From a, PNG')));
    await place.put('in/b/scan.png', png(strip('From b, PNG')));
    await place.put('in/a/scan.jpg', jpeg(strip('From a, JPEG')));
    const { account } = await convert(engine, { paths: [place.path('in')], out: place.path('out') });
    const files = await place.list('out');
    expect(files).toEqual(['a/scan.jpg.md', 'a/scan.png.md', 'b/scan.md']);
    expect(account.total.files.done).toBe(files.length);
    expect(account.files.flatMap(({ outputs }) => outputs).sort()).toEqual(
      files.map((file) => place.path('out', file)).sort(),
    );
    expect(await place.text('out/a/scan.jpg.md')).toContain('From a, JPEG');
    expect(await place.text('out/a/scan.png.md')).toContain('From a, PNG');
    expect(await place.text('out/b/scan.md')).toContain('From b, PNG');
  });

  it('results that are there are renamed around, left alone or replaced', async () => {
    const paths = [await place.put('a.png', blank())];
    const out = place.path('out');
    await place.put('out/a.md', 'mine');
    await convert(engine, { paths, out, formats: ['md', 'txt'] });
    expect(await place.list('out')).toEqual(['a (2).md', 'a (2).txt', 'a.md']);
    expect(await place.text('out/a.md')).toBe('mine');
    const partly = await convert(engine, { paths, out, formats: ['md', 'txt'], onExists: 'skip' });
    expect(partly.account.files[0]).toMatchObject({ outcome: 'done', outputs: [place.path('out/a.txt')] });
    const skipped = await convert(engine, { paths, out, formats: ['md', 'txt'], onExists: 'skip' });
    expect(skipped.account.files[0]).toMatchObject({ outcome: 'skipped', pages: { total: 1, notAsked: 1 } });
    expect(await place.text('out/a.md')).toBe('mine');
    await convert(engine, { paths, out, formats: ['md', 'txt'], onExists: 'replace' });
    expect(await place.text('out/a.md')).not.toBe('mine');
    expect(await place.list('out')).toEqual(['a (2).md', 'a (2).txt', 'a.md', 'a.txt']);
  });

  it('a result that cannot be written costs only itself', async () => {
    await place.put('in/a.png', png(strip('Readable')));
    await place.put('in/b.png', blank());
    await place.put('out/a.md/in the way', '');
    const { account } = await convert(engine, {
      paths: [place.path('in')],
      out: place.path('out'),
      formats: ['md', 'txt'],
      onExists: 'replace',
    });
    expect(account.files.map(({ outcome }) => outcome)).toEqual(['partial', 'done']);
    expect(account.files[0]!.reason).toMatch(/a\.md cannot be written: a folder stands/);
    expect(await place.text('out/a.txt')).toContain('Readable');
    expect((await place.list('out')).filter((file) => file.endsWith('.part'))).toEqual([]);
  });
});

describe('O14: a TIFF of three pages', () => {
  it('is one document with three pages in every format', async () => {
    const pages = ['PAGE ONE', 'PAGE TWO', 'PAGE THREE'];
    const canvases = pages.map(
      (text, index) =>
        drawPage(400 + index * 60, 260 + index * 40, [{ text, x: 60, y: 130, size: 40 }]).canvas,
    );
    const paths = [await place.put('three.tiff', tiff(canvases))];
    const formats = ['md', 'html', 'tex', 'docx', 'txt', 'json'];
    const { account } = await convert(engine, {
      paths,
      out: place.path('out'),
      formats,
      keep: furnitureLabels,
    });
    expect(account.files).toHaveLength(1);
    expect(account.files[0]).toMatchObject({ outcome: 'done', pages: { total: 3, done: 3 } });
    expect(await place.list('out')).toEqual(formats.map((format) => `three.${format}`).sort());
    for (const format of formats) {
      const text = await plainText(place, `out/three.${format}`);
      const found = [...text.matchAll(/PAGE (ONE|TWO|THREE)/g)].map(([match]) => match);
      if (format === 'json') expect(new Set(found), format).toEqual(new Set(pages));
      else expect(found, format).toEqual(pages);
    }
    const { document } = JSON.parse(await place.text('out/three.json'));
    expect(document.pages.map(({ width }: { width: number }) => width)).toEqual([400, 460, 520]);
  });
});

describe('O02: headers, footers, page numbers and footnotes', { timeout: 180_000 }, () => {
  it('are in the results once per page when kept, never otherwise, and always in JSON', async () => {
    const paths = [await place.put('book.tiff', tiff([leaf(41), leaf(42)]))];
    const tags: Record<FurnitureLabel, RegExp> = {
      header: /Harbour Chronicle/g,
      footer: /Printed for the Society/g,
      'page-number': /\b4[12]\b/g,
      footnote: /See the register/g,
    };
    const { documents } = await engine.request('open', { paths });
    const documentIds = documents.map(({ id }) => id);
    await readAll(engine, documentIds);
    const { pages } = await engine.request('document', { documentId: documentIds[0]! });
    const regions = pages.flatMap((page) => page.regions);
    const run = async (out: string, keep: readonly FurnitureLabel[]) => {
      const formats = ['md', 'html', 'docx', 'json'];
      const folder = place.path(out);
      await engine.request('export', { documentIds, formats, folder, keep: [...keep] });
      const { document } = JSON.parse(await place.text(out, 'book.json'));
      const labels: FurnitureLabel[] = document.pages.flatMap(
        (page: { regions: { label: FurnitureLabel }[] }) =>
          page.regions.map(({ label }) => label).filter((label) => furnitureLabels.includes(label)),
      );
      const results = ['md', 'html', 'docx'].map((format) => plainText(place, `${out}/book.${format}`));
      const leftOut = furnitureLabels.filter((label) => !keep.includes(label));
      return { labels, texts: await Promise.all(results), leftOut: countRegions(pages, leftOut).leftOut };
    };
    const kept = await run('kept', furnitureLabels);
    const left = await run('left', []);
    expect(left.labels).toEqual(kept.labels);
    const seen = new Set(kept.labels);
    expect(seen.size).toBeGreaterThanOrEqual(2);
    for (const label of seen) {
      const found = kept.labels.filter((each) => each === label).length;
      // Text whose class was not found on a page is text there, and stays.
      const count = regions.filter(({ readings }) => (readings[0]?.text ?? '').match(tags[label])).length;
      expect(kept.leftOut[label] ?? 0, label).toBe(0);
      expect(left.leftOut[label], label).toBe(found);
      const [md, html, docx] = kept.texts.map((text) => (text.match(tags[label]) ?? []).length);
      expect([md, html], label).toEqual([count, count]);
      // In Word a running header or footer is written once and stands on every page.
      expect([1, count], label).toContain(docx);
      for (const text of left.texts) expect(text.match(tags[label]) ?? [], label).toHaveLength(count - found);
    }
    for (const text of [...kept.texts, ...left.texts]) expect(text).toContain('counted the boxes');
  });
});

describe('O16: text that a PDF holds itself', () => {
  const body = 'The scanned letter speaks of twelve boxes that were left in the lower store.';
  const letter = () => drawPage(700, 420, wrapText(body, { width: 560, size: 28 })).canvas;
  const made = async () => {
    await place.put(
      'in/footer.pdf',
      await pdf([{ picture: letter(), texts: [{ text: 'Scanned 2024-01-05', x: 20, y: 12, size: 8 }] }]),
    );
    const lorem = ['Lorem ipsum dolor sit amet', 'consectetur adipiscing elit', 'sed do eiusmod tempor'];
    await place.put(
      'in/hidden.pdf',
      await pdf([
        {
          picture: letter(),
          texts: lorem.map((text, line) => ({ text, x: 20, y: 120 - line * 14, size: 10, hidden: true })),
        },
      ]),
    );
    const typed = [
      'Typed on a keyboard and never',
      'printed on any sheet of paper,',
      'this page was born digital.',
    ];
    await place.put(
      'in/born.pdf',
      await pdf([
        {
          size: [300, 150],
          texts: typed.map((text, line) => ({ text, x: 30, y: 110 - line * 20, size: 14 })),
        },
      ]),
    );
  };
  const run = async (existingText: 'read' | 'keep' | 'mix') => {
    await made();
    const { account } = await convert(engine, {
      paths: [place.path('in')],
      out: place.path(existingText),
      existingText,
      keep: furnitureLabels,
    });
    const flat = async (name: string): Promise<string> =>
      (await place.text(existingText, `${name}.md`)).replace(/\s+/g, ' ');
    const [born, footer, hidden] = await Promise.all(['born', 'footer', 'hidden'].map(flat));
    return { files: account.files, born: born!, footer: footer!, hidden: hidden! };
  };

  it('read: pictures are read, junk stays out, and what was found is told', async () => {
    const { files, born, footer, hidden } = await run('read');
    for (const text of [footer, hidden]) expect(text).toContain('twelve boxes');
    expect(footer).toContain('Scanned 2024-01-05');
    expect(hidden).not.toMatch(/lorem/i);
    expect(born).toContain('this page was born digital');
    for (const file of files) {
      expect(file.existingText).toEqual({ pages: 1, used: 0 });
      expect(file.notes).toContain('Existing text on 1 of 1 pages; the picture was read.');
    }
  });

  it('keep: its text is used, and a footer does not stand for the page', async () => {
    const { files, born, footer, hidden } = await run('keep');
    expect(born).toContain('this page was born digital');
    expect(footer).toContain('twelve boxes');
    expect(footer.match(/Scanned 2024-01-05/g)).toHaveLength(1);
    expect(hidden).toContain('Lorem ipsum');
    expect(files.map(({ existingText }) => existingText.used)).toEqual([1, 1, 1]);
  });

  it('mix: visible text is used once, the rest is read, hidden text stays out', async () => {
    const { born, footer, hidden } = await run('mix');
    expect(born.match(/this page was born digital/g)).toHaveLength(1);
    expect(footer).toContain('twelve boxes');
    expect(footer.match(/Scanned 2024-01-05/g)).toHaveLength(1);
    expect(hidden).toContain('twelve boxes');
    expect(hidden).not.toMatch(/lorem/i);
  });
});

/** A page of a book at about 100 dpi. */
function leaf(number: number) {
  const paragraph = (top: number, text: string): DrawnText[] =>
    wrapText(text, { width: 620, size: 20, left: 100, top });
  return drawPage(820, 1100, [
    { text: 'The Harbour Chronicle', x: 300, y: 50, size: 16 },
    ...paragraph(
      130,
      'In the spring the keeper counted the boxes in the lower store and wrote their number in the book that lay upon the table. He did so twice, and the two counts were set side by side for the council to see.',
    ),
    ...paragraph(
      330,
      'When the council met in June it asked for the reasons of the difference. Nobody could give them, and the matter was put off until the autumn, when a new keeper had been chosen by the town.',
    ),
    ...paragraph(
      530,
      'The new keeper began again from the first shelf. His book was larger than the old one, and it had a column for every kind of box, for its weight and for the name of the sender.',
    ),
    { text: '1 See the register of the lower store, leaf 7.', x: 100, y: 940, size: 14 },
    { text: 'Printed for the Society', x: 120, y: 1060, size: 14 },
    { text: String(number), x: 700, y: 1060, size: 16 },
  ]).canvas;
}

/** What a person would see of a result, whatever its format. */
async function plainText(at: Workplace, file: string): Promise<string> {
  const text = (): Promise<string> => at.text(file);
  if (file.endsWith('.html'))
    return (await text()).replace(/<head>[\s\S]*<\/head>/, '').replace(/<[^>]*>/g, ' ');
  if (!file.endsWith('.docx')) return text();
  const parts = unzipSync(await readFile(at.path(file)));
  return Object.keys(parts)
    .filter((name) => /^word\/(?:document|footnotes|header\d*|footer\d*)\.xml$/.test(name))
    .sort()
    .map((name) =>
      Buffer.from(parts[name]!)
        .toString('utf8')
        .replace(/<\/w:p>/g, '\n')
        .replace(/<[^>]*>/g, ''),
    )
    .join('\n');
}
