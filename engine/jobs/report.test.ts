import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { type FileAccount, noPages, noRegions, sumAccount } from './account';
import { accountReport } from './report';

type Node = DefaultTreeAdapterTypes.Node;

/** As a person sees it, one blank between two cells or lines. */
const textOf = (node: Node): string => {
  if ('value' in node) return node.value;
  if (!('childNodes' in node) || node.nodeName === 'style') return '';
  return node.childNodes.map(textOf).join(' ');
};

const hostile = `<script>alert("1")</script> & "x" 'y' .png`;

const file = (more: Partial<FileAccount>): FileAccount => ({
  file: `/in/${hostile}`,
  relativePath: hostile,
  outcome: 'done',
  pages: { ...noPages(), total: 7, done: 6, failed: 1, blank: 2 },
  regions: { ...noRegions(), found: 9, read: 8, cutOff: 1, leftOut: { header: 3 } },
  pageNumbers: { failed: [4], blank: [1, 2], cutOff: [3], leftOut: [1, 2, 3] },
  existingText: { pages: 0, used: 0 },
  tokens: 0,
  forwards: 0,
  seconds: {},
  outputs: [`/out/a/${hostile}.md`, '/elsewhere/b.md', '/out/javascript:alert(1).md'],
  errors: [{ code: 'unreadable', message: `Page of ${hostile} is damaged.`, page: 4 }],
  notes: [hostile],
  ...more,
});

describe('the report of a job', () => {
  const account = sumAccount([file({}), file({ outcome: 'failed', reason: 'Empty.' })], 'lines', [], 12);
  const html = accountReport(account, '/out');

  it('has every line of the account and every page number', () => {
    const text = textOf(parse(html)).replace(/\s+/g, ' ');
    for (const line of [
      'Pages 14',
      '– read 12',
      '– failed 2',
      '– blank? 4',
      '– cut off at the length limit 2',
      '– left out of the results header 6',
      'Blank?: pages 1-2',
      'Failed: page 4',
      'Cut off at the length limit: page 3',
      'failed, 6 of 7 pages (Empty.)',
    ]) {
      expect(text).toContain(line);
    }
    expect(text).toContain(hostile);
  });

  it('X06, X16: loads nothing, runs nothing, and takes no name for markup or for an address', () => {
    expect(html).not.toMatch(/<script|<img|<link|onerror|https?:/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replace(/&amp;/g, '&'));
    expect(links).toHaveLength(4);
    for (const href of links)
      expect(new URL(href, 'file:///out/report.html').href).toMatch(/^file:\/\/\/out\//);
    expect(decodeURIComponent(links[0]!.slice(2))).toBe(`a/${hostile}.md`);
  });
});
