import { symlink } from 'node:fs/promises';
import { relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { planConversion } from './plan';

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const previewed = (
  paths: readonly string[],
  out: string,
  more: { naming?: string; onExists?: 'rename' } = {},
) =>
  planConversion({
    paths: paths.map((path) => place.path(path)),
    out: place.path(out),
    formats: ['md'],
    onExists: 'skip',
    ...more,
  });

const plan = async (paths: readonly string[], out: string): Promise<string[]> => {
  const planned = await previewed(paths, out);
  return planned.map(({ entry, outputs: [output] }) =>
    output ? relative(place.path(out), output.path).slice(0, -3) : `${entry.kind} ${entry.relativePath}`,
  );
};

describe('planConversion', () => {
  it('takes a file once, however often it is named', async () => {
    await place.put('in/1.png', 'x');
    await place.put('in/2.png', 'x');
    expect(await plan(['in/2.png', 'in', 'in/../in/1.png', 'in/2.png'], 'out')).toEqual(['2', '1']);
  });

  it('does not take results of an earlier run for input', async () => {
    await place.put('in/1.png', 'x');
    await place.put('in/sub/2.png', 'x');
    await place.put('in/sub/out/1-images/figure-1.png', 'x');
    await place.put('in/sub/out/1.md', 'x');
    expect(await plan(['in'], 'in/sub/out')).toEqual(['1', 'sub/2', 'skipped sub/out']);
    expect(await plan(['in', 'in/sub/out/1-images'], 'in/sub/out')).toContain('skipped sub/out');
  });

  it('knows the output folder by any name', async () => {
    await place.put('in/1.png', 'x');
    await place.put('in/out/1-images/figure-1.png', 'x');
    await symlink(place.path('in'), place.path('link'));
    expect(await plan(['in'], 'link/out')).toEqual(['1', 'skipped out']);
  });

  it('passes over pictures beside results that were written into the input folder', async () => {
    await place.put('in/1.png', 'x');
    await place.put('in/1-images/figure-1.png', 'x');
    await place.put('in/2-images/figure-1.png', 'a picture of nobody');
    expect(await plan(['in'], 'in')).toEqual(['1', '2-images/figure-1', 'skipped .']);
  });

  it('reads a folder that lies beside the output folder, whatever it is called', async () => {
    await place.put('out-of-print/1.png', 'x');
    expect(await plan(['out-of-print'], 'out')).toEqual(['1']);
  });

  it('shows names as they will be: by a pattern, around what is there, and never that of the report', async () => {
    await place.put('in/b/scan.png', 'x');
    await place.put('in/a/scan.png', 'x');
    await place.put('in/palimpsest-report.png', 'x');
    await place.put('out/a/scan.md', 'mine');
    expect(await plan(['in'], 'out')).toEqual(['a/scan', 'b/scan', 'palimpsest-report (2)']);
    const [stays] = await previewed(['in'], 'out');
    expect(stays).toMatchObject({ outputs: [{ path: place.path('out/a/scan.md'), exists: true }] });
    const [renamed] = await previewed(['in'], 'out', { onExists: 'rename' });
    expect(renamed).toMatchObject({ outputs: [{ path: place.path('out/a/scan (2).md'), exists: false }] });
    const named = await previewed(['in'], 'out', { naming: '{number} {name}' });
    const names = named.map(({ outputs: [output] }) => relative(place.path('out'), output?.path ?? ''));
    expect(names).toEqual(['0001 scan.md', '0002 scan.md', '0003 palimpsest-report.md']);
    await expect(previewed(['in'], 'out', { naming: '../{name}' })).rejects.toThrow(/stay within/);
    await expect(previewed(['in'], 'out', { naming: '{date}' })).rejects.toThrow(/\{path\}, \{folder\}/);
    expect(await place.list('out')).toEqual(['a/scan.md']);
  });
});
