/**
 * JSON with sorted keys: equal values give equal text, so that stored rows can be compared and settings hashed.
 * Escapes keep NUL and lone surrogates, which a database text column would not.
 */
import { createHash } from 'node:crypto';

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** One short name for everything that decides a result: same settings, same key, whatever their order. */
export function settingsKey(settings: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(settings)).digest('hex').slice(0, 16);
}
