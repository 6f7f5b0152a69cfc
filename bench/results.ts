/** Result files: numbers only, in a stable order, rounded, so that two runs can be compared line by line. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ModelInfo } from '../engine/document';
import type { ItemResult } from './score-item';

export interface RunInfo {
  readonly date: string;
  /** Short hash of the commit, `+` when the tree had changes. */
  readonly commit: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly node: string };
  readonly threads: number;
  readonly reader: string;
  readonly models: readonly Pick<ModelInfo, 'id' | 'version' | 'sha256'>[];
}

export function describeRun(
  root: string,
  threads: number,
  reader: string,
  models: readonly ModelInfo[],
): RunInfo {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  let commit = 'unknown';
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!bench/results') !== '';
    commit = `${git('rev-parse', '--short=12', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    // a source archive without history
  }
  const unique = new Map(models.map((model) => [model.id, model]));
  return {
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: {
      processor: os.cpus()[0]?.model ?? 'unknown',
      cores: os.cpus().length,
      node: process.version,
    },
    threads,
    reader,
    models: [...unique.values()]
      .map(({ id, version, sha256 }) => ({ id, version, sha256 }))
      .sort((a, b) => a.id.localeCompare(b.id)),
  };
}

/** An item as it stands in a result file: its score's numbers, never text of the page or of the truth. */
export function itemRow(result: ItemResult): Record<string, unknown> {
  const { item, score, pages, seconds, characters, outcome, errors, stageSeconds } = result;
  const { metric, ...numbers } = score;
  return {
    id: item.id,
    kind: item.kind,
    language: item.language,
    ...(outcome && { outcome }),
    ...(errors && errors.length > 0 && { errors }),
    metric,
    ...(item.orderReliable ? {} : { order: 'unreliable' }),
    ...(metric === 'text' && !item.compared && { compared: false }),
    ...numbers,
    pages,
    characters,
    seconds,
    ...(stageSeconds && Object.keys(stageSeconds).length > 0 && { stageSeconds }),
  };
}

export function writeResults(file: string, content: unknown): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  fs.writeFileSync(temporary, `${JSON.stringify(rounded(content), null, 1)}\n`);
  fs.renameSync(temporary, file);
}

/** Every number to four decimals, in whatever it stands. */
export function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1e4) / 1e4;
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, rounded(entry)]));
}
