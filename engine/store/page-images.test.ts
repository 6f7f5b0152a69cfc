import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageImages } from './page-images';
import { anyText } from './testing/arbitrary-documents';
import { projectFolder } from './testing/project-folder';

test('whatever the ids, pictures stay in the folder and never share a file', () => {
  const images = new PageImages(projectFolder());
  const id = fc.oneof(
    anyText,
    fc.constantFrom('..', '../../etc/passwd', 'a/b', 'A', 'a', 'CON', 'nul', 'x'.repeat(200)),
  );
  fc.assert(
    fc.property(fc.tuple(id, id), fc.tuple(id, id), (one, other) => {
      const paths = [images.path(...one), images.path(...other)];
      for (const path of paths) {
        expect(relative(images.folder, path).split(/[\\/]/)).toHaveLength(2);
        expect(basename(path).length).toBeLessThan(100);
      }
      const [a, b] = paths.map((path) => path.toLowerCase());
      // A lone surrogate has no bytes of its own in a file name or a hash.
      const same = one.every((part, index) => Buffer.from(part).equals(Buffer.from(other[index] ?? '')));
      expect(a === b).toBe(same);
    }),
  );
  expect(() => images.path('a', 'b', '../x')).toThrow(/cannot name/);
});

test('a picture is replaced as a whole, and what a crash left half written goes', async () => {
  const images = new PageImages(projectFolder());
  const path = images.path('document-1', 'page-1', 'thumbnail-160', 'png');
  expect(await images.has(path)).toBe(false);
  await images.write(path, Buffer.from('one'));
  await images.write(path, Buffer.from('two'));
  writeFileSync(join(dirname(path), '.0123456789ab.part'), 'half');
  await images.tidy();
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  expect(await images.has(path)).toBe(true);
  await images.remove('document-1');
  expect(await images.has(path)).toBe(false);
});

test('a picture that cannot be written says so', async () => {
  const images = new PageImages(projectFolder());
  mkdirSync(images.path('document-1', 'page-1'), { recursive: true });
  const path = join(images.path('document-1', 'page-1'));
  await expect(images.write(path, Buffer.from('x'))).rejects.toMatchObject({ code: 'write-failed' });
});
