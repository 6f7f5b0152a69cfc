import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'left-behind-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('what killed runs left behind is removed, what others work in is not', async () => {
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const old = new Date(Date.now() - 2 * 3_600_000);
  const make = (name: string, time = old): void => {
    mkdirSync(join(parent, name, 'pages'), { recursive: true });
    utimesSync(join(parent, name), time, time);
  };
  const removed = `palimpsest-run-${gone}-abc123`;
  const kept = [
    `palimpsest-run-${process.pid}-abc123`,
    `palimpsest-other-${gone}-abc123`,
    `palimpsest-run-${gone}-my own`,
  ];
  for (const name of [removed, ...kept]) make(name);
  const young = `palimpsest-run-${gone}-def456`;
  make(young, new Date());
  const mine = basename(await makeTemporaryFolder('run', parent));
  expect(mine).toMatch(new RegExp(`^palimpsest-run-${process.pid}-\\w{6}$`));
  expect(readdirSync(parent).sort()).toEqual([...kept, young, mine].sort());
});
