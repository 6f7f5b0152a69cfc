import { symlink } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Workplace } from '../testing/workplace';
import { planConversion } from './plan';

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

const plan = async (paths: readonly string[], out: string): Promise<string[]> => {
  const planned = await planConversion(
    paths.map((path) => place.path(path)),
    place.path(out),
    undefined,
  );
  return planned.map(({ entry, stem }) =>
    entry.kind === 'file' ? stem : `${entry.kind} ${entry.relativePath}`,
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
});
