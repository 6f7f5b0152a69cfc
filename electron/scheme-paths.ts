/** Which file a URL of our own schemes means. Pure: no Electron, and only `insideFolder` looks at the disk. */
import fs from 'node:fs';
import path from 'node:path';

export const host = 'palimpsest';
export const windowUrl = `app://${host}/index.html`;

/** The file under `folder` that an app:// URL names, or undefined when it names anything else. */
export function appFile(url: string, folder: string): string | undefined {
  const parsed = parse(url, 'app:');
  if (!parsed) return undefined;
  const name = decode(parsed.pathname);
  if (name === undefined || name.includes('\0') || name.includes('\\')) return undefined;
  const file = path.join(folder, name === '/' ? 'index.html' : name);
  return isBelow(file, folder) ? file : undefined;
}

export interface PageAddress {
  readonly documentId: string;
  readonly pageId: string;
  readonly width?: number;
  /** Also what the page's crop leaves out. */
  readonly uncropped?: true;
}

const idPattern = /^[A-Za-z0-9._:-]{1,200}$/;

/** What a page:// URL asks for: `page://palimpsest/<document>/<page>?w=<pixels>&uncropped=1`. */
export function pageAddress(url: string): PageAddress | undefined {
  const parsed = parse(url, 'page:');
  if (!parsed) return undefined;
  const [documentId, pageId, ...rest] = parsed.pathname
    .slice(1)
    .split('/')
    .map((part) => decode(part) ?? '');
  if (!documentId || !pageId || rest.length > 0) return undefined;
  if (!idPattern.test(documentId) || !idPattern.test(pageId)) return undefined;
  const uncropped = parsed.searchParams.get('uncropped') === '1' ? { uncropped: true as const } : {};
  const asked = parsed.searchParams.get('w');
  if (asked === null) return { documentId, pageId, ...uncropped };
  const width = Number(asked);
  if (!Number.isInteger(width) || width < 16 || width > 8192) return undefined;
  return { documentId, pageId, width, ...uncropped };
}

/** True when the file exists and truly (links followed) lies below the folder. */
export function insideFolder(file: string, folder: string): boolean {
  try {
    return isBelow(fs.realpathSync(file), fs.realpathSync(folder));
  } catch {
    return false;
  }
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
};

export const mediaTypeOf = (file: string): string =>
  mediaTypes[path.extname(file).toLowerCase()] ?? 'application/octet-stream';

function parse(url: string, protocol: string): URL | undefined {
  try {
    const parsed = new URL(url);
    return parsed.protocol === protocol && parsed.host === host ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}
