/** The account of a job as one page for people: nothing is loaded, nothing runs, every name and reason is escaped. */
import { relative, sep } from 'node:path';
import { escapeHtml } from '../exports';
import type { Account, FileAccount, PageNumbers } from './account';
import { inRanges } from './file-account';

const style = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; } td, th { padding: .1rem 1rem .1rem 0; text-align: left; vertical-align: top; font-weight: normal; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
.outcome { font-size: .9rem; color: #555; } .failed, .partial { color: #a3140a; } ul { margin: .25rem 0; padding-left: 1.25rem; } li { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #161616; } a { color: #8ab4f8; } .outcome { color: #b5b5b5; } .failed, .partial { color: #ff8a80; } }
`.trim();

const outcomes: Readonly<Record<FileAccount['outcome'], string>> = {
  done: 'done',
  partial: 'done in part',
  failed: 'failed',
  skipped: 'passed over',
  cancelled: 'not finished',
};

const placeNames: Readonly<Record<keyof PageNumbers, string>> = {
  failed: 'Failed',
  notReached: 'Not reached',
  notAsked: 'Not asked for',
  blank: 'Blank?',
  unsupportedScript: 'Script or hand not supported?',
  empty: 'Regions without text',
  cutOff: 'Cut off at the length limit',
  looped: 'Stopped because decoding went round in a loop',
  doubtful: 'Doubtful text',
  leftOut: 'With parts left out of the results',
};

/** `folder`: where the page will lie; results below it become relative links. */
export function accountReport(account: Account, folder: string): string {
  const { total } = account;
  const title = `${total.files.total} files, ${total.pages.done} of ${total.pages.total - total.pages.notAsked} pages`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Palimpsest: ${escapeHtml(title)}</title>
<style>
${style}
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${account.stopped ? `<p class="failed">The job ended early: ${escapeHtml(account.stopped.message)}</p>\n` : ''}${totals(account)}
${account.files.map((file) => fileSection(file, folder)).join('\n')}
</body>
</html>
`;
}

function totals({ total, model, models, device }: Account): string {
  const { files, pages, regions, seconds } = total;
  const leftOut = Object.entries(regions.leftOut).map(([label, count]) => `${label} ${count}`);
  const rows: [string, number | string][] = [
    ['Files', files.total],
    ...Object.entries(outcomes).map(([key, name]): [string, number] => [
      `– ${name}`,
      files[key as FileAccount['outcome']],
    ]),
    ['Pages', pages.total],
    ['– read', pages.done],
    ['– failed', pages.failed],
    ['– not asked for', pages.notAsked],
    ['– not reached', pages.notReached],
    ['– taken out by hand', pages.removed],
    ['– put in from other files', pages.added],
    ['– left out by hand', pages.leftOut],
    ['– blank?', pages.blank],
    ['– script or hand not supported?', pages.unsupportedScript],
    ['Regions', regions.found],
    ['– read', regions.read],
    ['– without text', regions.empty],
    ['– cut off at the length limit', regions.cutOff],
    ['– stopped in a loop', regions.looped],
    ['– doubtful', regions.doubtful],
    ['– left out of the results', leftOut.length === 0 ? 0 : leftOut.join(', ')],
    ['Seconds', seconds.wall],
    ['Model', [model, ...models.map(({ name, version }) => `${name} ${version}`)].join(', ')],
    ['Device', device],
  ];
  const cells = rows.map(([name, value]) => {
    const number = typeof value === 'number' ? ' class="number"' : '';
    return `<tr><th scope="row">${escapeHtml(name)}</th><td${number}>${escapeHtml(String(value))}</td></tr>`;
  });
  return `<table>\n${cells.join('\n')}\n</table>`;
}

function fileSection(file: FileAccount, folder: string): string {
  const { relativePath, outcome, reason, pages } = file;
  const read = pages.total > 0 ? `, ${pages.done} of ${pages.total - pages.notAsked} pages` : '';
  const why = reason === undefined ? '' : ` (${reason})`;
  const places = Object.entries(placeNames).flatMap(([line, name]) => {
    const numbers = file.pageNumbers[line as keyof PageNumbers];
    return numbers ? [`${name}: ${numbers.length === 1 ? 'page' : 'pages'} ${inRanges(numbers)}`] : [];
  });
  const faults = file.errors.map(({ message, page }) =>
    page === undefined ? message : `Page ${page}: ${message}`,
  );
  const lines = [...new Set([...faults, ...places, ...file.notes])].map((text) => escapeHtml(text));
  const items = [...file.outputs.map((path) => link(path, folder)), ...lines].map(
    (item) => `<li>${item}</li>`,
  );
  return `<h2>${escapeHtml(relativePath)}</h2>
<p class="outcome ${outcome}">${escapeHtml(`${outcomes[outcome]}${read}${why}`)}</p>
${items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : ''}`;
}

function link(path: string, folder: string): string {
  const parts = relative(folder, path).split(sep);
  if (parts[0] === '..') return escapeHtml(path);
  // Begins with `./`, so that no name can be taken for a scheme.
  return `<a href="./${escapeHtml(parts.map(encodeURIComponent).join('/'))}">${escapeHtml(parts.join('/'))}</a>`;
}
