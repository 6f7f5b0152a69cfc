/** A small disk in memory, where the machine lets us have one (root on Linux). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly folder: string;
  makeReadOnly(): void;
  enlarge(megabytes: number): void;
}

/** Undefined where it cannot be mounted; removed after the test. */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    enlarge: (size) => execFileSync('mount', ['-o', `remount,size=${size}m`, folder]),
    makeReadOnly: () => execFileSync('mount', ['-o', 'remount,ro', folder]),
  };
}
