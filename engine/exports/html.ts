/** HTML: one complete page with the document's sections, MathML, linked notes. No scripts, nothing loaded but pictures. */
import { assertNever } from '../base/errors';
import { type Block, type Inline, type ListBlock, type Page, pageName } from '../document';
import { collectFigures, type Figures } from './figures';
import { toMathml } from './formulas';
import { escapeHtml, type InlineHtml, inlineHtml, tableHtml } from './html-fragments';
import { guessLanguage } from './language';
import { indexNotes, keptBlocks, type NoteIndex } from './notes';
import type { Exporter } from './types';

const style = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #1b1b1b; background: #fff; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border: 1px solid #8a8a8a; padding: .25rem .5rem; text-align: left; vertical-align: top; }
caption, figcaption, .caption { font-size: .9rem; color: #444; }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; }
.formula { display: flex; justify-content: center; align-items: center; gap: 2rem; margin: 1rem 0; overflow-x: auto; }
.furniture, .footnote { font-size: .9rem; color: #444; } .unparsed { white-space: pre-wrap; }
pre { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #161616; } caption, figcaption, .caption, .furniture, .footnote { color: #b5b5b5; } }
`.trim();

interface Context {
  readonly notes: NoteIndex;
  readonly figures: Figures;
  readonly place: InlineHtml;
  /** Labels of notes that something refers to. */
  readonly referred: ReadonlySet<string>;
}

export const htmlExporter: Exporter = {
  id: 'html',
  name: 'HTML',
  extension: 'html',
  mediaType: 'text/html',
  async export(input) {
    const blocks = keptBlocks(input.blocks, input.options.keep);
    const figures = await collectFigures(input);
    const notes = indexNotes(input.blocks, input.options.keep);
    const referred = new Set<string>();
    const context: Context = { notes, figures, place: inlinePlace(notes, referred), referred };
    if (input.options.part) {
      const own = blocks.map((block) => toHtml(block, context)).join('\n');
      return { bytes: Buffer.from(`${own}\n`, 'utf8'), assets: figures.assets, warnings: figures.warnings };
    }
    const sections = splitByPage(blocks, input.document.pages).map(({ page, blocks: own }) => {
      const name = page && pageName(page);
      const file = page?.source ? ` of ${escapeHtml(page.source.name)}` : '';
      const label = name === undefined ? '' : ` aria-label="Page ${name}${file}" data-page="${name}"`;
      return `<section${label}>\n${own.map((block) => toHtml(block, context)).join('\n')}\n</section>`;
    });
    const html = `<!doctype html>
<html lang="${guessLanguage(blocks)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Palimpsest">
<title>${escapeHtml(titleOf(blocks) ?? input.document.source.name)}</title>
<style>
${style}
</style>
</head>
<body>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
    return { bytes: Buffer.from(html, 'utf8'), assets: figures.assets, warnings: figures.warnings };
  },
};

function inlinePlace(notes: NoteIndex, seen: Set<string>): InlineHtml {
  return {
    formula: (latex) => toMathml(latex, false) ?? `<code class="unparsed">${escapeHtml(latex)}</code>`,
    note: ({ mark, noteId }) => {
      const note = notes.find(noteId);
      if (note === undefined) return `<sup>${escapeHtml(mark)}</sup>`;
      const label = escapeHtml(notes.labelOf(note));
      const id = seen.has(label) ? '' : ` id="ref-${label}"`;
      seen.add(label);
      return `<sup><a href="#note-${label}"${id} role="doc-noteref">${escapeHtml(mark)}</a></sup>`;
    },
  };
}

function titleOf(blocks: readonly Block[]): string | undefined {
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  if (title?.kind !== 'heading') return undefined;
  return title.content.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('');
}

function splitByPage(
  blocks: readonly Block[],
  pages: readonly Page[],
): { page: Page | undefined; blocks: Block[] }[] {
  const first = blocks.find((block) => block.kind !== 'page-break');
  const firstId = first === undefined ? pages[0]?.id : first.source.pageId;
  const parts: { page: Page | undefined; blocks: Block[] }[] = [
    { page: pages.find(({ id }) => id === firstId), blocks: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'page-break')
      parts.push({ page: pages.find(({ id }) => id === block.pageId), blocks: [] });
    else parts[parts.length - 1]?.blocks.push(block);
  }
  return parts.filter((part) => part.blocks.length > 0);
}

function toHtml(block: Block, context: Context): string {
  const inline = (content: readonly Inline[]) => inlineHtml(content, context.place);
  switch (block.kind) {
    case 'paragraph':
      return block.role === 'text'
        ? `<p>${inline(block.content)}</p>`
        : `<p class="${block.role}">${inline(block.content)}</p>`;
    case 'heading':
      return `<h${block.level}>${inline(block.content)}</h${block.level}>`;
    case 'list':
      return listHtml(block, context);
    case 'table':
      return tableHtml(block, context.place, { caption: true });
    case 'formula': {
      const math = block.parses ? toMathml(block.latex, true) : undefined;
      const number =
        block.number === undefined ? '' : `<span class="number">(${escapeHtml(block.number)})</span>`;
      return `<div class="formula">${math ?? `<code class="unparsed">${escapeHtml(block.latex)}</code>`}${number}</div>`;
    }
    case 'figure': {
      const picture = context.figures.byBlock.get(block);
      const alternative = escapeHtml(block.alternative);
      const content =
        picture === undefined
          ? `<p>${alternative}</p>`
          : `<img src="${escapeHtml(encodePath(picture.relativePath))}" alt="${alternative}" width="${picture.width}" height="${picture.height}">`;
      const caption = block.caption === undefined ? '' : `<figcaption>${inline(block.caption)}</figcaption>`;
      return `<figure>${content}${caption}</figure>`;
    }
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'footnote': {
      const label = escapeHtml(context.notes.labelOf(block));
      const printed = escapeHtml(block.mark);
      const linked = context.referred.has(label)
        ? `<a href="#ref-${label}" role="doc-backlink">${printed}</a>`
        : printed;
      const mark = block.mark === '' ? '' : `<sup>${linked}</sup> `;
      return `<p class="footnote" id="note-${label}" role="doc-footnote">${mark}${inline(block.content)}</p>`;
    }
    case 'furniture':
      return `<p class="furniture ${block.role}">${inline(block.content)}</p>`;
    case 'page-break':
      return '';
    default:
      return assertNever(block);
  }
}

function listHtml(list: ListBlock, context: Context): string {
  const tag = list.ordered ? 'ol' : 'ul';
  const start = list.ordered && list.start !== 1 ? ` start="${list.start}"` : '';
  const items = list.items.map((item) => {
    // Markers that HTML does not draw by itself are drawn as printed.
    const isUsual = list.ordered ? /^\d+\.$/.test(item.marker) : item.marker === '•' || item.marker === '';
    const css = `list-style-type: "${item.marker.replace(/["\\]/g, '\\$&')} "`;
    const attribute = isUsual ? '' : ` style="${escapeHtml(css)}"`;
    const children = item.children.map((child) => `\n${listHtml(child, context)}\n`).join('');
    return `<li${attribute}>${inlineHtml(item.content, context.place)}${children}</li>`;
  });
  return `<${tag}${start}>\n${items.join('\n')}\n</${tag}>`;
}

/** For `src`: every part of the path is encoded by itself. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
