/** Fonts for drawn test pages: from the packages in the tree, never from the system, so that pages look alike anywhere. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const scripts = ['latin', 'latin-ext', 'cyrillic', 'greek', 'greek-ext'] as const;

const packages = {
  serif: ['@fontsource-variable/source-serif-4', 'source-serif-4'],
  sans: ['@fontsource-variable/inter', 'inter'],
} as const;

export type Face = keyof typeof packages | 'typewriter';

const families = new Map<Face, string>();

/** CSS family list of a face; registers its files at the first call. Throws when a package is missing. */
export function familyOf(face: Face): string {
  const known = families.get(face);
  if (known !== undefined) return known;
  const made = face === 'typewriter' ? typewriter() : bySubsets(face);
  families.set(face, made);
  return made;
}

function bySubsets(face: keyof typeof packages): string {
  const [name, prefix] = packages[face];
  const names: string[] = [];
  for (const script of scripts) {
    const family = `Test ${face} ${script}`;
    const file = join(folderOf(name), 'files', `${prefix}-${script}-wght-normal.woff2`);
    if (GlobalFonts.registerFromPath(file, family)) names.push(`"${family}"`);
  }
  if (names.length === 0) throw new Error(`No font found in ${name}`);
  return names.join(', ');
}

function typewriter(): string {
  const file = join(folderOf('katex'), 'dist', 'fonts', 'KaTeX_Typewriter-Regular.ttf');
  if (!GlobalFonts.registerFromPath(file, 'Test typewriter')) throw new Error(`No font in ${file}`);
  return '"Test typewriter"';
}

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
