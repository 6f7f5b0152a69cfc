/**
 * Raised and lowered text in the ways models write it: `<sup>11</sup>`, `$^{11}$`, `\textsuperscript{11}`; line
 * breaks as `<br>`; simple LaTeX text commands that strayed into prose.
 */
import type { Inline } from '../document';
import { textInline } from './inlines';

const tagPattern = /<(\/?)(sup|sub|br)\s*\/?>/gi;
const commandPattern =
  /\\(textsuperscript|textsubscript|textbf|textit|emph|texttt|text|textrm|footnotemark)\s*(?:\{([^{}]*)\}|\[([^\][]*)\])/g;

/** `content` as parsed; tags are looked for in its texts only, pairs may enclose other inline content. */
export function expandMarks(content: readonly Inline[]): Inline[] {
  return pairTags(content.flatMap(expandOne));
}

type Token =
  | Inline
  | { readonly kind: 'tag'; readonly name: string; readonly isClosing: boolean; readonly raw: string };

function expandOne(inline: Inline): Token[] {
  switch (inline.kind) {
    case 'text':
      return splitText(inline.text);
    case 'formula':
      return [scriptOf(inline.latex) ?? inline];
    case 'strong':
    case 'emphasis':
    case 'superscript':
    case 'subscript':
      return [{ ...inline, children: expandMarks(inline.children) }];
    case 'link':
      return [{ ...inline, children: expandMarks(inline.children) }];
    default:
      return [inline];
  }
}

function splitText(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  const pattern = new RegExp(`${tagPattern.source}|${commandPattern.source}`, 'gi');
  for (const match of text.matchAll(pattern)) {
    tokens.push(...textInline(text.slice(position, match.index)));
    position = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name === 'br') tokens.push({ kind: 'break' });
    else if (name !== undefined)
      tokens.push({ kind: 'tag', name, isClosing: match[1] === '/', raw: match[0] });
    else tokens.push(...command(match[3] ?? '', match[4] ?? match[5] ?? ''));
  }
  tokens.push(...textInline(text.slice(position)));
  return tokens;
}

function command(name: string, argument: string): Inline[] {
  const children = textInline(argument);
  if (children.length === 0) return [];
  switch (name) {
    case 'textsuperscript':
    case 'footnotemark':
      return [{ kind: 'superscript', children }];
    case 'textsubscript':
      return [{ kind: 'subscript', children }];
    case 'textbf':
      return [{ kind: 'strong', children }];
    case 'textit':
    case 'emph':
      return [{ kind: 'emphasis', children }];
    case 'texttt':
      return [{ kind: 'code', text: argument }];
    default:
      return children;
  }
}

/** Pairs become superscript and subscript; a tag without a partner stays literal. */
function pairTags(tokens: readonly Token[]): Inline[] {
  const result: Inline[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (token.kind !== 'tag') {
      result.push(token);
      continue;
    }
    const end = token.isClosing
      ? -1
      : tokens.findIndex(
          (other, at) => at > index && other.kind === 'tag' && other.isClosing && other.name === token.name,
        );
    if (end < 0) {
      result.push(...textInline(token.raw));
      continue;
    }
    const children = pairTags(tokens.slice(index + 1, end));
    if (children.length > 0)
      result.push({ kind: token.name === 'sup' ? 'superscript' : 'subscript', children });
    index = end;
  }
  return result;
}

/** `^{11}` and the like alone in a formula is a mark in prose, not mathematics. */
function scriptOf(latex: string): Inline | undefined {
  const match = /^(?:\{\s*\})?\s*([\^_])\s*(?:\{([^{}\\^_]*)\}|([^\s{}\\^_]))$/.exec(latex) ?? undefined;
  const styled =
    match ??
    /^(?:\{\s*\})?\s*([\^_])\s*\{\s*\\(?:text|textrm|mathrm|rm)\s*\{([^{}\\^_]*)\}\s*\}$/.exec(latex);
  const text = (styled?.[2] ?? styled?.[3])?.trim();
  const symbol = /^(?:\{\s*\})?\s*\^\s*\{?\s*(\\ast|\\dagger|\\ddagger|\\circ)\s*\}?$/.exec(latex)?.[1];
  if (symbol === '\\circ') return { kind: 'text', text: '°' };
  const symbols: Readonly<Record<string, string>> = { '\\ast': '*', '\\dagger': '†', '\\ddagger': '‡' };
  const raised = symbol === undefined ? text : symbols[symbol];
  if (raised === undefined || raised === '') return undefined;
  return {
    kind: styled?.[1] === '_' ? 'subscript' : 'superscript',
    children: [{ kind: 'text', text: raised }],
  };
}
