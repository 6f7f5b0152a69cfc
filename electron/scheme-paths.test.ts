import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appFile, insideFolder, mediaTypeOf, pageAddress } from './scheme-paths';

const folder = path.resolve('/srv/window');

describe('app://', () => {
  it('names files of the window', () => {
    expect(appFile('app://palimpsest/', folder)).toBe(path.join(folder, 'index.html'));
    expect(appFile('app://palimpsest/assets/a%20b.js?x#y', folder)).toBe(
      path.join(folder, 'assets', 'a b.js'),
    );
  });

  it('never leaves the folder, whatever is asked', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '%2e%2e', '%2E.', '..%2f', '%5c..', '..\\', '%00', 'etc', '//', '/', '~', 'C:'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const file = appFile(`app://palimpsest/${pieces.join('/')}`, folder);
        if (file !== undefined) expect(path.resolve(file).startsWith(folder + path.sep)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('answers for its own host and scheme only', () => {
    for (const url of [
      'app://other/index.html',
      'file:///srv/window/index.html',
      'page://palimpsest/index.html',
      'app://palimpsest/%E0%A4%A',
      'nonsense',
    ]) {
      expect(appFile(url, folder), url).toBeUndefined();
    }
  });
});

describe('page://', () => {
  it('names a document, a page and perhaps a width', () => {
    expect(pageAddress('page://palimpsest/d1/d1-p2')).toEqual({ documentId: 'd1', pageId: 'd1-p2' });
    expect(pageAddress('page://palimpsest/d1/p2?v=1240.0.0.00&w=300')).toEqual({
      documentId: 'd1',
      pageId: 'p2',
      width: 300,
    });
  });

  it('refuses everything else', () => {
    for (const url of [
      'page://palimpsest/d1',
      'page://palimpsest/d1/p/x',
      'page://palimpsest/../../etc',
      'page://palimpsest/d1/..%2f..%2fsecret',
      'page://palimpsest/d%00/p',
      'page://other/d/p',
      'page://palimpsest/d/p?w=1',
      'page://palimpsest/d/p?w=1e9',
      'page://palimpsest/d/p?w=abc',
    ]) {
      expect(pageAddress(url), url).toBeUndefined();
    }
  });
});

describe('insideFolder', () => {
  it('follows links before it believes a path', () => {
    const base = fs.mkdtempSync(path.join(os.tmpdir(), 'inside-'));
    const cache = path.join(base, 'cache');
    fs.mkdirSync(cache);
    fs.writeFileSync(path.join(base, 'secret'), 'x');
    fs.writeFileSync(path.join(cache, 'page.png'), 'x');
    fs.symlinkSync(path.join(base, 'secret'), path.join(cache, 'link.png'));
    expect(insideFolder(path.join(cache, 'page.png'), cache)).toBe(true);
    expect(insideFolder(path.join(cache, 'link.png'), cache)).toBe(false);
    expect(insideFolder(path.join(cache, '..', 'secret'), cache)).toBe(false);
    expect(insideFolder(path.join(cache, 'missing.png'), cache)).toBe(false);
    expect(insideFolder(cache, cache)).toBe(false);
    expect(insideFolder(`${cache}-other`, cache)).toBe(false);
    fs.rmSync(base, { recursive: true });
  });
});

it('unknown endings are never taken for a page or a script', () => {
  expect(mediaTypeOf('a.HTML')).toContain('text/html');
  expect(mediaTypeOf('a.xyz')).toBe('application/octet-stream');
});
