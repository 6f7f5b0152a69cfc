import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesOfCommandLine, projectOfCommandLine } from './command-line';
import { ProjectFolder, projectName } from './project-folder';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shell-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function project(...parts: string[]): string {
  const place = path.join(folder, ...parts);
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, 'project.sqlite'), '');
  return place;
}

const choice = (): ProjectFolder =>
  new ProjectFolder(path.join(folder, 'library'), path.join(folder, 'projects.json'));

it('is the library until another is opened, and remembers the last ones while they are there', () => {
  const [a, b] = [project('a'), project('out', '.palimpsest')];
  const chosen = choice();
  expect([chosen.current, chosen.opened, chosen.recent]).toEqual([
    path.join(folder, 'library'),
    undefined,
    [],
  ]);
  chosen.open(a);
  chosen.open(path.join(folder, 'out'));
  expect([chosen.current, chosen.opened]).toEqual([b, b]);
  chosen.open(a);
  expect(choice().recent).toEqual([a, b]);
  chosen.open(undefined);
  expect(chosen.current).toBe(path.join(folder, 'library'));
  fs.rmSync(a, { recursive: true });
  expect(choice().recent).toEqual([b]);
  expect(projectName(b)).toBe(path.join(folder, 'out'));
});

it('refuses a folder without a project and stays where it was', () => {
  const chosen = choice();
  chosen.open(project('a'));
  expect(() => chosen.open(folder)).toThrow(/no project in/);
  expect(chosen.current).toBe(path.join(folder, 'a'));
});

it('comes from the command line, and is then no file to be opened', () => {
  project('a');
  fs.writeFileSync(path.join(folder, 'b.pdf'), '');
  for (const words of [
    ['--project', 'a', 'b.pdf'],
    ['b.pdf', '--project=a'],
  ]) {
    const argv = ['palimpsest', ...words];
    expect(projectOfCommandLine(argv, folder)).toBe(path.join(folder, 'a'));
    expect(filesOfCommandLine(argv, folder, true)).toEqual([path.join(folder, 'b.pdf')]);
  }
  expect(projectOfCommandLine(['palimpsest', 'b.pdf'], folder)).toBeUndefined();
});
