/** electron-builder.yml, the one description of the packaged application, read for Electron Forge. */
import fs from 'node:fs';
import path from 'node:path';
import picomatch from 'picomatch';
import { parse } from 'yaml';

export interface Description {
  appId: string;
  productName: string;
  executableName: string;
  copyright: string;
  files: string[];
  asarUnpack: string[];
  electronFuses: Record<string, boolean>;
}

export function readDescription(root: string): Description {
  return parse(fs.readFileSync(path.join(root, 'electron-builder.yml'), 'utf8'));
}

/**
 * A filter over paths below the project (`/dist/main.cjs`): true for files that the description
 * lists and for the folders that lead to them.
 */
export function fileFilter(patterns: string[], platform: string, arch: string): (file: string) => boolean {
  const values = new Map([
    ['platform', platform],
    ['arch', arch],
  ]);
  const resolved = patterns.map((pattern) =>
    pattern.replace(/\$\{(\w+)\}/g, (macro, name: string) => values.get(name) ?? macro),
  );
  const wanted = resolved.filter((pattern) => !pattern.startsWith('!'));
  const included = picomatch(wanted, { dot: true });
  const excluded = picomatch(
    resolved.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
    { dot: true },
  );
  const leading = new Set(wanted.flatMap((pattern) => ancestors(picomatch.scan(pattern).base)));
  return (file) => {
    const relative = file.replace(/^\//, '');
    if (relative === '' || leading.has(relative)) return true;
    return included(relative) && !excluded(relative);
  };
}

/** `a/b/c` → `a`, `a/b`, `a/b/c` */
function ancestors(folder: string): string[] {
  const parts = folder.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The folders of `asarUnpack`, in the one pattern that the archiver takes. */
export function unpackedFolders(patterns: string[]): string {
  return `{${patterns.map((pattern) => pattern.replace(/\/\*\*$/, '')).join(',')}}`;
}
