/** Kills a working process at a seeded moment and looks at what it left. */
import { spawn } from 'node:child_process';
import { expect } from 'vitest';
import { Database } from '../database';
import { openProject } from '../project';
import { performed, plannedWork, startDocument } from './planned-work';

/** `acknowledged` writes are awaited before the kill, then `milliseconds`; -1 counts from the start of the process. */
export interface KillPoint {
  readonly seed: number;
  readonly acknowledged: number;
  readonly milliseconds: number;
}

/** Spread over the opening of a new project and the writes after it. */
export function killPoint(seed: number): KillPoint {
  const random = ((seed * 2654435761) >>> 0) / 2 ** 32;
  if (seed % 5 === 0) return { seed, acknowledged: -1, milliseconds: Math.floor(80 + random * 300) };
  return { seed, acknowledged: Math.floor(random * 60), milliseconds: (seed * 7) % 13 };
}

/** Runs the writer until its kill; every acknowledged write must be there, and nothing but whole writes. */
export async function killAndCheck(program: string, folder: string, point: KillPoint): Promise<void> {
  const acknowledged = await runUntilKilled(program, folder, point);
  const project = openProject(folder);
  try {
    if (project.documents.has(startDocument.id)) {
      const steps = plannedWork(point.seed);
      const sure = steps.slice(0, acknowledged).reduce(performed, startDocument);
      const next = steps[acknowledged];
      const possible = next ? [sure, performed(sure, next)] : [sure];
      // Written but not yet acknowledged is the one other state that is right.
      expect(possible).toContainEqual(project.documents.load(startDocument.id));
      // It can be worked on.
      project.documents.savePage(startDocument.id, { ...lastPage(), id: 'after', number: 99 });
    } else {
      expect(acknowledged).toBe(0);
    }
  } finally {
    project.close();
  }
  const database = new Database(`${folder}/project.sqlite`, 'read');
  expect(database.all('PRAGMA integrity_check')).toEqual([['ok']]);
  expect(database.all('PRAGMA foreign_key_check')).toEqual([]);
  database.close();
}

function lastPage() {
  const [page] = plannedWork(0).flatMap((step) => (step.kind === 'page' ? [step.page] : []));
  if (!page) throw new Error('The plan has pages.');
  return { ...page, regions: [] };
}

function runUntilKilled(program: string, folder: string, point: KillPoint): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, folder, String(point.seed)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let isCounting = false;
    const killSoon = (): void => {
      isCounting = true;
      setTimeout(() => child.kill('SIGKILL'), point.milliseconds);
    };
    if (point.acknowledged < 0) killSoon();
    child.stderr.on('data', (data: Buffer) => (errors += String(data)));
    child.stdout.on('data', (data: Buffer) => {
      out += String(data);
      if (!isCounting && out.split('\n').length - 1 >= point.acknowledged) killSoon();
    });
    child.on('error', reject);
    child.on('close', (_, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`The writer ended by itself: ${errors}`));
      else resolve(out.split('\n').length - 1);
    });
  });
}
