/**
 * Table HTML as the tree that TEDS compares. The clean-up and its quirks are those of the reference scorer
 * (`shared/eval/score_table.py`): entities are decoded before parsing, `th` counts as `td`, row groups and inline
 * marks vanish, white space collapses.
 */
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { codePoints } from './edit-distance';
import { whiteSpace } from './score-text';

export interface TableNode {
  readonly tag: string;
  readonly colspan: number;
  readonly rowspan: number;
  /** A cell's text (trimmed) as code points; empty for all other nodes. */
  readonly text: readonly string[];
  readonly children: readonly TableNode[];
}

type HtmlNode = DefaultTreeAdapterMap['node'];
type HtmlElement = DefaultTreeAdapterMap['element'];

/** The first table in `html`, or undefined when there is none. */
export function tableTree(html: string): TableNode | undefined {
  const table = findTables(parseFragment(normaliseTableHtml(html)))[0];
  return table && toTree(table);
}

/** Source text of each outermost table, in order. */
export function tablesIn(html: string): string[] {
  const fragment = parseFragment(html, { sourceCodeLocationInfo: true });
  return findTables(fragment).flatMap(({ sourceCodeLocation: place }) =>
    place ? [html.slice(place.startOffset, place.endOffset)] : [],
  );
}

/** Number of nodes including the root. */
export function nodeCount(node: TableNode): number {
  return node.children.reduce((sum, child) => sum + nodeCount(child), 1);
}

export function withoutText(node: TableNode): TableNode {
  return { ...node, text: [], children: node.children.map(withoutText) };
}

function normaliseTableHtml(html: string): string {
  return decodeEntities(html)
    .normalize('NFKC')
    .replace(/\n/gu, '')
    .replace(/<(\/?)th\b/giu, '<$1td')
    .replace(/<\/?(thead|tbody|tfoot)\b[^>]*>/giu, '')
    .replace(/<\/?(sup|sub|span|div|p|b|i|strong|em)\b[^>]*>/giu, '')
    .replace(new RegExp(`${whiteSpace}(style|class|width|height|align|border)="[^"]*"`, 'gu'), '')
    .replace(new RegExp(`${whiteSpace}+`, 'gu'), ' ');
}

/** Inside `textarea` HTML knows entities but no tags, which makes the parser an exact decoder. */
function decodeEntities(html: string): string {
  const area = parseFragment(`<textarea>${html}</textarea>`).childNodes[0];
  return area === undefined ? '' : textOf(area);
}

function findTables(node: HtmlNode): HtmlElement[] {
  if ('tagName' in node && node.tagName === 'table') return [node];
  return 'childNodes' in node ? node.childNodes.flatMap(findTables) : [];
}

function toTree(element: HtmlElement): TableNode {
  const isCell = element.tagName === 'td';
  return {
    tag: element.tagName,
    colspan: isCell ? span(element, 'colspan') : 0,
    rowspan: isCell ? span(element, 'rowspan') : 0,
    text: isCell ? codePoints(textOf(element).replace(/^ | $/gu, '')) : [],
    children: isCell ? [] : elementsOf(element).map(toTree),
  };
}

/** Child elements; row groups, which the parser adds by itself, are replaced by their rows. */
function elementsOf(element: HtmlElement): HtmlElement[] {
  return element.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    return child.tagName === 'tbody' ? elementsOf(child) : [child];
  });
}

function textOf(node: HtmlNode): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function span(element: HtmlElement, name: string): number {
  const value = Number.parseInt(element.attrs.find((attribute) => attribute.name === name)?.value ?? '', 10);
  return Number.isNaN(value) ? 1 : value;
}
