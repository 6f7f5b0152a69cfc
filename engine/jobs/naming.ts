/** Names of results by a pattern, such as `{number} {name}`. */
import { posix } from 'node:path';
import { PalimpsestError } from '../base/errors';

const parts = ['path', 'folder', 'name', 'number'] as const;

/**
 * The source's relative path as the pattern wants it, ending included. `{path}` is the source's own path below what
 * was named, `{folder}` and `{name}` its two parts, all without ending; `{number}` counts sources from 0001. Throws
 * `invalid-request` for a pattern that has another part in braces, or that leads out of the folder.
 */
export function namedBy(pattern: string | undefined, relativePath: string, number: number): string {
  if (pattern === undefined) return relativePath;
  checkPattern(pattern);
  const ending = posix.extname(relativePath);
  const name = posix.basename(relativePath, ending);
  const folder = posix.dirname(relativePath);
  const values: Record<(typeof parts)[number], string> = {
    path: folder === '.' ? name : `${folder}/${name}`,
    folder: folder === '.' ? '' : folder,
    name,
    number: String(number).padStart(4, '0'),
  };
  const filled = pattern.replace(/\{([a-z]+)\}/g, (whole, part: string) => {
    const known = parts.find((each) => each === part);
    return known ? values[known] : whole;
  });
  // A source at the top has no folder: what joined it to the rest goes as well.
  return filled.replace(/\/{2,}/g, '/').replace(/^\//, '') + ending;
}

export function checkPattern(pattern: string): void {
  const rest = pattern.replace(/\{(path|folder|name|number)\}/g, 'x');
  const reason = /[{}]/.test(rest)
    ? `only ${parts.map((part) => `{${part}}`).join(', ')} can stand in it`
    : !/\{(path|name|number)\}/.test(pattern)
      ? 'all results would have one name'
      : /^[\\/]|^[a-z]:|(^|[\\/])\.\.?([\\/]|$)|\\|\p{Cc}|\/$/iu.test(rest)
        ? 'it has to stay within the output folder'
        : undefined;
  if (reason === undefined) return;
  throw new PalimpsestError('invalid-request', `The names "${pattern}" cannot be used: ${reason}.`);
}
