import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundledProgram } from '../testing/bundled-program';
import { openProject } from './project';
import { startDocument } from './testing/planned-work';
import { openForTest, projectFolder } from './testing/project-folder';

const writer = bundledProgram('store/testing/writer-process');

/** Until it has written something. */
async function startWriter(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [writer(), folder, '7'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const outcome = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test('a second writer is told which process has the project, and can read it meanwhile', async () => {
  const folder = projectFolder();
  const child = await startWriter(folder);
  const refusal = outcome(() => openProject(folder));
  expect(refusal).toMatchObject({ code: 'project-in-use', place: { file: folder } });
  expect(String(refusal)).toContain(`a test (process ${child.pid} on `);

  const reading = openForTest(folder, { readOnly: true });
  expect(reading.isReadOnly).toBe(true);
  // Many times, while the other writes: each load is of one state, never of two.
  for (let time = 0; time < 200; time++) {
    expect(reading.documents.load(startDocument.id).id).toBe(startDocument.id);
  }
  expect(outcome(() => reading.documents.save(startDocument, 'a.png'))).toMatchObject({
    code: 'write-failed',
  });
  // The refused one has left the holder's note alone.
  expect(JSON.parse(readFileSync(join(folder, 'writer.json'), 'utf8')).process).toBe(child.pid);
});

test('the lock goes with its process, however that ends', async () => {
  const folder = projectFolder();
  const child = await startWriter(folder);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const project = openForTest(folder);
  expect(project.wasInterrupted).toBe(true);
  project.close();
  expect(existsSync(join(folder, 'writer.json'))).toBe(false);
  expect(openForTest(folder).wasInterrupted).toBe(false);
});

test('within one process there is one writer too, and closing twice harms nobody', () => {
  const folder = projectFolder();
  const first = openForTest(folder);
  expect(outcome(() => openProject(folder))).toMatchObject({ code: 'project-in-use' });
  first.close();
  const second = openForTest(folder);
  first.close();
  expect(outcome(() => openProject(folder))).toMatchObject({ code: 'project-in-use' });
  expect(existsSync(join(folder, 'writer.json'))).toBe(true);
  expect(second.documents.list()).toEqual([]);
});
