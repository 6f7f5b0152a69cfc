import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeNotices } from './notices.mjs';
import { root } from './setup.mjs';

describe('THIRD_PARTY_NOTICES.md', () => {
  const text = makeNotices();

  it('is what `npm run notices` writes for the locked packages and models', () => {
    const present = fs.readFileSync(path.join(root, 'THIRD_PARTY_NOTICES.md'), 'utf8');
    expect(present === text, 'out of date: run `npm run notices` and commit the file').toBe(true);
  });

  it('names each shipped model with its licence', () => {
    for (const name of fs.readdirSync(path.join(root, 'assets', 'models'))) {
      const line = new RegExp(`assets/models/${name}\`\\), \\S+\\.`);
      expect(line.test(text), name).toBe(true);
    }
  });

  it('names each shipped dictionary with its licence, permissive or MPL, which lies beside it', () => {
    const folder = path.join(root, 'assets', 'dictionaries');
    for (const name of fs.readdirSync(folder)) {
      const line = new RegExp(`assets/dictionaries/${name}\`\\), (.+?)\\. npm package`).exec(text);
      expect(line?.[1], name).toMatch(/^(?:MIT AND BSD|MPL-[12]\.[01])$/);
      expect(fs.statSync(path.join(folder, name, 'LICENCE')).size, name).toBeGreaterThan(500);
    }
  });

  it('holds no package without a licence, and no copyleft but libheif and Hunspell', () => {
    const rows = text.split('\n').filter((line) => /^\| \S+ \| \d/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    const licences = rows.map((row) => row.split(' | ') as [string, string, string]);
    expect(licences.filter(([, , licence]) => licence.startsWith('see'))).toEqual([]);
    expect(licences.filter(([, , licence]) => /GPL|MPL/.test(licence)).map(([name]) => name)).toEqual([
      '| hunspell-wasm',
      '| libheif-js',
    ]);
  });
});
