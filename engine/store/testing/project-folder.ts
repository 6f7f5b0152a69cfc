/** A folder for a project, removed after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OpenProjectOptions, openProject, type Project } from '../project';

export function projectFolder(name = 'project'): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

/** Closed after the test when it still is open. */
export function openForTest(folder: string, options: OpenProjectOptions = {}): Project {
  const project = openProject(folder, options);
  onTestFinished(() => project.close());
  return project;
}
