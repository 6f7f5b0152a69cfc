/** The documents of a scripted engine: files found, pages before and after reading, text as it would be exported. */
import fs from 'node:fs';
import path from 'node:path';
import type { Block, Document, Inline, Page, Region } from '../document';
import { sampleBlock, sampleHeight, sampleRegions, sampleWidth } from './sample-page';
import type { Script } from './script';

export function listFiles(given: string): { file: string; relativePath: string }[] {
  if (!fs.existsSync(given)) return [];
  if (!fs.statSync(given).isDirectory()) return [{ file: given, relativePath: path.basename(given) }];
  const below = (folder: string): string[] =>
    fs
      .readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) =>
        entry.isDirectory() ? below(path.join(folder, entry.name)) : [path.join(folder, entry.name)],
      );
  return below(given)
    .sort()
    .map((file) => ({ file, relativePath: path.relative(given, file).split(path.sep).join('/') }));
}

export const regionsOf = (document: Document, number: number, script: Script) =>
  sampleRegions(document.source.name, number, script.inject ?? '');

export function emptyPage(documentId: string, number: number, script: Script): Page {
  const hasText = script.existingTextPages.includes(number);
  return {
    id: `${documentId}-${number}`,
    number,
    width: sampleWidth,
    height: sampleHeight,
    space: 'page-pixels-top-left',
    transform: {
      sourceWidth: sampleWidth,
      sourceHeight: sampleHeight,
      scale: 1,
      quarterTurns: 0,
      skewDegrees: 0,
    },
    existingText: { found: hasText ? 'full' : 'none', characters: hasText ? 900 : 0, used: false },
    status: 'waiting',
    marks: [],
    regions: [],
    excluded: false,
  };
}

export function scriptedRegions(document: Document, page: Page, script: Script): readonly Region[] {
  return regionsOf(document, page.number, script).map((sample, index): Region => {
    const id = `${page.id}-r${index + 1}`;
    const task = sample.label === 'table' ? 'table' : sample.label === 'formula' ? 'formula' : 'text';
    const counters = { rounds: 0, forwards: 0, drafted: 0, accepted: 0, tokens: 0, milliseconds: 1 };
    return {
      id,
      label: sample.label,
      box: sample.box,
      task: sample.label === 'figure' ? 'none' : task,
      state: 'unchecked',
      lines: [],
      marks: (sample.marks ?? []).map((kind) => ({ kind })),
      readings: [
        {
          id: `${id}-1`,
          model: 'scripted',
          task,
          mode: 'ctc',
          format: sample.format,
          text: sample.text,
          stop: 'end',
          counters,
        },
      ],
      history: [],
    };
  });
}

const inlineText = (content: readonly Inline[]): string =>
  content.map((inline) => ('text' in inline ? inline.text : '')).join('');

export function plainText(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if ('content' in block) return inlineText(block.content);
    if (block.kind === 'formula') return block.latex;
    if (block.kind === 'list') return block.items.map((item) => `- ${inlineText(item.content)}`).join('\n');
    return '';
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

export const unread = (region: Region): Region => ({ ...region, readings: [] });

export const scriptedFormats = [
  { id: 'md', name: 'Markdown', extension: 'md' },
  { id: 'docx', name: 'Word', extension: 'docx' },
  { id: 'html', name: 'HTML', extension: 'html' },
  { id: 'json', name: 'JSON', extension: 'json' },
  { id: 'txt', name: 'Plain text', extension: 'txt' },
];

/** The blocks of the pages that are read. */
export function blocksOf(document: Document, script: Script, pageId: string | undefined): readonly Block[] {
  return document.pages
    .filter((page) => pageId === undefined || page.id === pageId)
    .filter((page) => page.status === 'done')
    .flatMap((page) => {
      const samples = regionsOf(document, page.number, script);
      return page.regions.flatMap((region, index) => {
        const sample = samples[index];
        return sample ? [sampleBlock(sample, page.id, region.id)] : [];
      });
    });
}
