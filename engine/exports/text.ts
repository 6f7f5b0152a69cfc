/** Plain text: no markup at all, one paragraph a line, tables by tabs, notes with their marks. */
import { assertNever } from '../base/errors';
import { type Block, type Inline, type ListBlock, textOf } from '../document';
import { keptBlocks } from './notes';
import { raisedText } from './raised';
import type { Exporter } from './types';

export const textExporter: Exporter = {
  id: 'txt',
  name: 'Plain text',
  extension: 'txt',
  mediaType: 'text/plain',
  async export({ blocks, options }) {
    const parts = keptBlocks(blocks, options.keep)
      .map(toText)
      .filter((part) => part !== '');
    const text = parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
    return { bytes: Buffer.from(text, 'utf8'), assets: [], warnings: [] };
  },
};

function toText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
    case 'furniture':
      return inlineText(block.content);
    case 'list':
      return listText(block, '');
    case 'table': {
      const caption = block.caption === undefined ? '' : `${inlineText(block.caption)}\n`;
      return caption + tableText(block);
    }
    case 'formula':
      return block.number === undefined ? block.latex : `${block.latex}\t(${block.number})`;
    case 'figure':
      return [block.alternative, block.caption === undefined ? '' : inlineText(block.caption)]
        .filter((part) => part !== '')
        .join('\n');
    case 'code':
      return block.text;
    case 'footnote':
      return `${block.mark} ${inlineText(block.content)}`.trim();
    case 'page-break':
      return '';
    default:
      return assertNever(block);
  }
}

function listText(list: ListBlock, indent: string): string {
  return list.items
    .map((item) => {
      const marker = item.marker === '' ? '' : `${item.marker} `;
      const content = inlineText(item.content).replace(/\n/g, `\n${indent}${' '.repeat(marker.length)}`);
      const children = item.children.map((child) => `\n${listText(child, `${indent}  `)}`).join('');
      return `${indent}${marker}${content}${children}`;
    })
    .join('\n');
}

/** A cell that spans columns leaves the covered ones empty; a line break inside a cell becomes a blank. */
function tableText(table: Extract<Block, { kind: 'table' }>): string {
  const covered: number[] = [];
  return table.rows
    .map((row) => {
      const texts: string[] = [];
      let column = 0;
      const skipCovered = () => {
        while ((covered[column] ?? 0) > 0) {
          covered[column] = (covered[column] ?? 0) - 1;
          texts.push('');
          column++;
        }
      };
      for (const cell of row.cells) {
        skipCovered();
        for (let offset = 0; offset < cell.colspan; offset++) {
          texts.push(offset === 0 ? inlineText(cell.content).replace(/[\n\t]/g, ' ') : '');
          covered[column] = cell.rowspan - 1;
          column++;
        }
      }
      skipCovered();
      return texts.join('\t');
    })
    .join('\n');
}

function inlineText(content: readonly Inline[]): string {
  return content
    .map((inline) => {
      if (inline.kind === 'superscript' || inline.kind === 'subscript') {
        const text = textOf(inline.children);
        return raisedText(text, inline.kind) ?? text;
      }
      if (inline.kind === 'note-reference') return raisedText(inline.mark, 'superscript') ?? inline.mark;
      if ('children' in inline) return inlineText(inline.children);
      return textOf([inline]);
    })
    .join('');
}
