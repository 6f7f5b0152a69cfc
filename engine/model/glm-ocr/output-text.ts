/**
 * From the model's raw output to a reading's text. What is no part of the text is cut out, paragraphs and list items
 * get Markdown's form; token places follow. Nothing printed is changed but runs of leaders and marks of list items.
 */
import type { GlmOcrTask } from './prompt';
import { type RepeatedPassage, repeatedPassages } from './repeated-passages';
import { applyEdits, cuts, type OutputText, type TextEdit } from './text-edits';

export interface CleanText extends OutputText {
  /** Passages of which one copy was left. */
  readonly repeated: readonly RepeatedPassage[];
}

export function cleanOutput(raw: OutputText, task: GlmOcrTask): CleanText {
  let output = applyEdits(raw, cuts(raw.text, /<think>[\s\S]*?(?:<\/think>\s*|$)/g));
  output = withoutFence(trim(output), task);
  if (task === 'table' && /^<table[\s>][\s\S]*<\/table>$/.test(output.text))
    return { ...output, repeated: [] };
  output = trim(withoutTabs(output));
  const repeated = repeatedPassages(output.text);
  output = trim(
    applyEdits(
      output,
      repeated.map(({ start, end }) => ({ start, end, text: '' })),
    ),
  );
  if (task === 'formula') return { ...withoutBrackets(output), repeated };
  output = inProse(output, shortLeaders);
  if (task === 'text') output = inProse(output, (text) => [...listMarks(text), ...paragraphs(text)]);
  return { ...output, repeated };
}

/** `\t` written out at the ends, but not the beginning of a command such as `\theta` or `\text`. */
function withoutTabs(output: OutputText): OutputText {
  return applyEdits(output, cuts(output.text, /^(?:\\t(?![a-zA-Z])\s*)+|(?:\s*(?<!\\)\\t)+$/g));
}

/** A fence around the whole says what it is, not what is printed. Code keeps its fence. */
function withoutFence(output: OutputText, task: GlmOcrTask): OutputText {
  const match = /^```[ \t]*([\w-]*)[ \t]*\n([\s\S]*?)(?:\n```|$)$/.exec(output.text);
  const [whole, language = '', inner = ''] = match ?? [];
  if (whole === undefined || /^```/m.test(inner)) return output;
  if (task === 'text' && !/^(?:markdown|md|html|latex|tex|text|plaintext)$/i.test(language)) return output;
  const start = whole.indexOf('\n') + 1;
  return trim(
    applyEdits(output, [
      { start: 0, end: start, text: '' },
      { start: start + inner.length, end: whole.length, text: '' },
    ]),
  );
}

function withoutBrackets(output: OutputText): OutputText {
  const { text } = output;
  for (const [open, close] of [
    ['$$', '$$'],
    ['\\[', '\\]'],
    ['\\(', '\\)'],
  ] as const) {
    if (!text.startsWith(open)) continue;
    const isClosed = text.length >= open.length + close.length && text.endsWith(close);
    const edits = [{ start: 0, end: open.length, text: '' }];
    if (isClosed) edits.push({ start: text.length - close.length, end: text.length, text: '' });
    return trim(applyEdits(output, edits));
  }
  return output;
}

/** Leaders of contents pages and blanks of forms, whose length says nothing: three are left. */
function shortLeaders(text: string): TextEdit[] {
  return [...text.matchAll(/\.{4,}|·{4,}|_{4,}|(?:\\_){4,}/g)].map((match) => {
    const start = match.index ?? 0;
    const kept = match[0].startsWith('\\') ? 6 : 3;
    return { start: start + kept, end: start + match[0].length, text: '' };
  });
}

/**
 * Bullets as Markdown's, and a blank behind a number that has none. `1.5 kg` is no item, and `(1)`, `a)` and `1）`
 * stay as they are printed.
 */
function listMarks(text: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(/^([ \t]*)([•·●▪■◦‣∙])[ \t]*(?=\S)/gm)) {
    const start = (match.index ?? 0) + (match[1] ?? '').length;
    edits.push({ start, end: (match.index ?? 0) + match[0].length, text: '- ' });
  }
  const numbers =
    /^[ \t]*(?:\((?:\d{1,3}|[a-zA-Z])\)|（(?:\d{1,3}|[a-zA-Z])）|(?:\d{1,3}|[a-zA-Z])[)）]|\d{1,3}\.)(?=\p{Lu}|\p{Lo}|\p{Ll}{2})/gmu;
  for (const match of text.matchAll(numbers)) {
    const end = (match.index ?? 0) + match[0].length;
    edits.push({ start: end, end, text: ' ' });
  }
  return edits;
}

const markdownItem = /^[ \t]*(?:[-*+](?=\s)|[•·●▪■◦‣∙]|\d{1,3}[.)](?=\s|\p{Lu}|\p{Lo}|\p{Ll}{2}))/u;
const tableRow = /^\s*\|/;

/** The model gives one line to a paragraph, Markdown two. Wrapped lines, items and rows stay together. */
function paragraphs(text: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const match of text.matchAll(/\n/g)) {
    const at = match.index ?? 0;
    const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    const after = /^[^\n]*/.exec(text.slice(at + 1))?.[0] ?? '';
    if (before.trim() === '' || after.trim() === '') continue;
    if (tableRow.test(before) && tableRow.test(after)) continue;
    if (markdownItem.test(before) && markdownItem.test(after)) continue;
    const isWrapped =
      /^\p{Ll}\p{L}*(?![)）])/u.test(after.trim()) && !/[.!?:;。！？：；]["'”’)）]*$/.test(before.trim());
    if (!isWrapped) edits.push({ start: at, end: at, text: '\n' });
  }
  return edits;
}

const literal =
  /(^```[\s\S]*?(?:^```[^\n]*$|(?![\s\S]))|<table\b[\s\S]*?<\/table>|\$\$[\s\S]*?\$\$|\\\[[\s\S]*?\\\])/m;

/** Edits of the text but not of code, tables in HTML and display formulas in it. */
function inProse(output: OutputText, editsOf: (text: string) => TextEdit[]): OutputText {
  const edits: TextEdit[] = [];
  let from = 0;
  const parts = output.text.split(literal);
  for (const [index, part] of parts.entries()) {
    const start = from;
    from += part.length;
    if (index % 2 === 1) continue;
    edits.push(
      ...editsOf(part).map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })),
    );
  }
  return applyEdits(
    output,
    edits.sort((a, b) => a.start - b.start || a.end - b.end),
  );
}

function trim(output: OutputText): OutputText {
  const { text } = output;
  const start = text.length - text.trimStart().length;
  const end = Math.max(start, text.trimEnd().length);
  return applyEdits(output, [
    { start: 0, end: start, text: '' },
    { start: end, end: text.length, text: '' },
  ]);
}
