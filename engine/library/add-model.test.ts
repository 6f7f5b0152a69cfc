import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PalimpsestError } from '../base/errors';
import { openModelFolder } from '../runtime';
import { HubServer, type Mischief, sha256 } from '../testing/hub-server';
import { add, expectWhole, files, hubWith, models, partPath, weights } from '../testing/library-place';
import type { AddProgress } from './add-model';
import { installedNames, removeInstalled } from './installed';

describe('models add from a hub', () => {
  it('fetches a model, pins its commit and compares every hash', async () => {
    const hub = await hubWith();
    const seen: AddProgress[] = [];
    const model = await add(hub, { onProgress: (progress) => seen.push(progress) });
    await expectWhole(model);
    expect(model).toMatchObject({ name: 'GLM-OCR', version: hub.commit, isNew: true, kind: 'reader' });
    const { manifest } = await openModelFolder(model.folder);
    expect(manifest.source).toBe(`${hub.url}/zai-org/GLM-OCR/tree/${hub.commit}`);
    expect(Object.values(manifest.files).map(({ hash }) => hash)).toEqual(
      Array.from({ length: 4 }, () => 'published'),
    );
    // Weights last, and progress never goes back.
    expect(hub.seen.map(({ path }) => path).pop()).toMatch(/model\.safetensors$/);
    const fetched = seen.filter(({ stage }) => stage === 'fetching').map(({ bytes }) => bytes);
    expect(fetched).toEqual([...fetched].sort((a, b) => a - b));
    expect(seen[seen.length - 1]?.total).toBe(model.bytes);
    expect(await installedNames(models())).toEqual(['GLM-OCR']);

    const before = hub.seen.length;
    const again = await add(hub, { what: 'glm-ocr' });
    expect(again.isNew).toBe(false);
    expect(hub.seen.length).toBe(before);
  });

  it('X13: goes on where a broken connection stopped, as often as it breaks', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: weights.length / 5 }), { minLength: 1, maxLength: 4 });
    let resumed = 0;
    await fc.assert(
      fc.asyncProperty(cuts, async (after) => {
        const hub = await HubServer.start('zai-org/GLM-OCR', files);
        try {
          hub.mischief.set(
            'model.safetensors',
            after.map((bytes): Mischief => ({ kind: 'cut', after: bytes })),
          );
          await expectWhole(await add(hub));
          // What came is not asked for again; on a busy machine nothing may have come before the cut.
          const starts = hub
            .ranges('model.safetensors')
            .map((range) => (range === undefined ? 0 : Number(range.slice('bytes='.length, -1))));
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
          if (starts.some((start) => start > 0)) resumed++;
        } finally {
          await hub.stop();
          await rm(models(), { recursive: true, force: true });
        }
      }),
      { numRuns: 8 },
    );
    expect(resumed).toBeGreaterThan(0);
  });

  it('X13: keeps what came when it is cancelled, and the next run asks for the rest of the same commit', async () => {
    const hub = await hubWith();
    const abort = new AbortController();
    hub.mischief.set(
      'model.safetensors',
      Array.from({ length: 4 }, () => ({ kind: 'stall', after: 20_000 }) as const),
    );
    const stopped = add(hub, {
      signal: abort.signal,
      onProgress: ({ file, stage }) => {
        if (file === 'model.safetensors' && stage === 'fetching') abort.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
    expect(await installedNames(models())).toEqual([]);
    const { size } = await stat(partPath());
    expect(size).toBeGreaterThan(0);

    hub.mischief.clear();
    hub.seen.length = 0;
    await expectWhole(await add(hub));
    expect(hub.seen).toEqual([
      {
        path: `/zai-org/GLM-OCR/resolve/${hub.commit}/model.safetensors`,
        range: `bytes=${size}-`,
        ifRange: `"${sha256(weights).slice(0, 32)}"`,
      },
    ]);
  });

  it('starts again from the published state when the begun commit is gone', async () => {
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', [{ kind: 'status', status: 403 }]);
    await expect(add(hub)).rejects.toMatchObject({ code: 'unsupported' });
    hub.commit = 'b'.repeat(40);
    const model = await add(hub);
    await expectWhole(model);
    expect(model.version).toBe(hub.commit);
  });

  it.each<[string, Mischief[]]>([
    ['the server ignores ranges', [{ kind: 'cut', after: 9000 }, { kind: 'ignore-range' }]],
    ['it answers another range', [{ kind: 'cut', after: 9000 }, { kind: 'wrong-start' }]],
    ['it falls silent', [{ kind: 'stall', after: 9000 }]],
    [
      'it is overloaded',
      [
        { kind: 'status', status: 503 },
        { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
      ],
    ],
    ['what arrives is spoilt once', [{ kind: 'spoil' }]],
    ['the second half is spoilt', [{ kind: 'cut', after: 9000 }, { kind: 'spoil' }]],
  ])('comes through when %s', async (_, mischief) => {
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', mischief);
    await expectWhole(await add(hub));
  });

  it('notices a file that changed between two tries, by its tag and by its hash', async () => {
    for (const etags of [true, false]) {
      const hub = await hubWith({ states: 'sizes', etags });
      hub.mischief.set(
        'model.safetensors',
        Array.from({ length: 4 }, () => ({ kind: 'stall', after: 30_000 }) as const),
      );
      const abort = new AbortController();
      const first = add(hub, {
        signal: abort.signal,
        onProgress: ({ bytes }) => bytes > 1000 && abort.abort(),
      });
      await expect(first).rejects.toMatchObject({ code: 'cancelled' });
      const other = Buffer.from(weights.map((byte) => byte ^ 7));
      hub.files.set('model.safetensors', other);
      hub.mischief.clear();
      await expectWhole(await add(hub), { ...files, 'model.safetensors': other });
      await rm(models(), { recursive: true });
    }
  });

  it('takes a part that is complete already, also where the server answers 416', async () => {
    const hub = await hubWith({ states: 'names' });
    hub.mischief.set(
      'model.safetensors',
      Array.from({ length: 4 }, () => ({ kind: 'stall', after: 1000 }) as const),
    );
    const abort = new AbortController();
    const first = add(hub, {
      signal: abort.signal,
      onProgress: ({ bytes }) => bytes > 500 && abort.abort(),
    });
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await writeFile(partPath(), weights);
    hub.mischief.clear();
    hub.seen.length = 0;
    const model = await add(hub);
    await expectWhole(model);
    expect(hub.ranges('model.safetensors')).toEqual([`bytes=${weights.length}-`]);
    expect(model.notes.join()).toMatch(/no hash of .*model\.safetensors/);
    const { manifest } = await openModelFolder(model.folder);
    expect(manifest.files['model.safetensors']?.hash).toBe('computed');
  });

  it('fetches no file again that was complete when the program was killed', async () => {
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', [{ kind: 'status', status: 403 }]);
    await expect(add(hub)).rejects.toThrow();
    // Renamed, but not yet written down.
    await writeFile(partPath().replace(/\.part$/, ''), weights);
    hub.seen.length = 0;
    await expectWhole(await add(hub));
    expect(hub.seen).toEqual([]);
  });

  it('throws away a part that is longer than the file', async () => {
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', [{ kind: 'status', status: 403 }]);
    await expect(add(hub)).rejects.toThrow();
    await writeFile(partPath(), Buffer.concat([weights, weights]));
    await expectWhole(await add(hub));
  });

  it('follows to another host, and takes the hash that the first one states', async () => {
    const delivery = await hubWith();
    const hub = await hubWith({ delivery: delivery.url, states: 'sizes' });
    delivery.mischief.set('model.safetensors', [{ kind: 'stall', after: 7000 }]);
    const model = await add(hub);
    await expectWhole(model);
    expect(delivery.ranges('model.safetensors')).toEqual([undefined, 'bytes=7000-']);
    const { manifest } = await openModelFolder(model.folder);
    expect(manifest.files['model.safetensors']?.hash).toBe('published');
  });

  it.each<[string, Mischief[], string, RegExp]>([
    [
      'always spoilt',
      Array.from({ length: 9 }, () => ({ kind: 'spoil' }) as const),
      'model-damaged',
      /its hash differs/,
    ],
    [
      'another length than listed',
      [{ kind: 'announce', bytes: weights.length + 1 }],
      'network',
      /states \d+ bytes/,
    ],
    [
      'more bytes than listed',
      Array.from({ length: 9 }, () => ({ kind: 'endless' }) as const),
      'network',
      /sends more of/,
    ],
    [
      'redirects in a circle',
      Array.from({ length: 12 }, () => ({ kind: 'redirect', to: '?' }) as const),
      'network',
      /in a circle/,
    ],
    [
      'redirects out of the web',
      [{ kind: 'redirect', to: 'file:///etc/passwd' }],
      'network',
      /not a safe address/,
    ],
    [
      'restarts again and again',
      Array.from({ length: 9 }, () => ({ kind: 'ignore-range-and-cut', after: 9000 }) as const),
      'network',
      /connection to 127\.0\.0\.1:\d+ failed/,
    ],
  ])('gives up when the file is %s, and says why', async (_, mischief, code, message) => {
    const hub = await hubWith();
    hub.mischief.set('model.safetensors', mischief);
    const failed = add(hub);
    await expect(failed).rejects.toBeInstanceOf(PalimpsestError);
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(await installedNames(models())).toEqual([]);
  });

  it.each<[string, { status: number; body: string; headers?: Record<string, string> }, string, RegExp]>([
    [
      'gated',
      { status: 401, body: '', headers: { 'x-error-code': 'GatedRepo' } },
      'unsupported',
      /accepted its terms.*models add <folder>/,
    ],
    ['forbidden', { status: 403, body: '' }, 'unsupported', /signed in/],
    [
      'private or absent',
      { status: 401, body: '', headers: { 'x-error-code': 'RepoNotFound' } },
      'not-found',
      /no repository zai-org\/GLM-OCR/,
    ],
    ['removed', { status: 404, body: '' }, 'not-found', /renamed or removed/],
    ['out of order', { status: 500, body: '' }, 'network', /status 500/],
    [
      'behind a sign-in page',
      { status: 200, body: '<html>Welcome to the hotel</html>' },
      'network',
      /sign-in page/,
    ],
    [
      'renamed',
      { status: 200, body: JSON.stringify({ id: 'other/GLM', sha: 'a'.repeat(40), siblings: [] }) },
      'not-found',
      /now called other\/GLM/,
    ],
    [
      'without weights',
      {
        status: 200,
        body: JSON.stringify({
          id: 'zai-org/GLM-OCR',
          sha: 'a'.repeat(40),
          siblings: [{ rfilename: 'config.json' }],
        }),
      },
      'unsupported',
      /no model folder/,
    ],
  ])('says in plain words that a repository is %s', async (_, answer, code, message) => {
    const hub = await hubWith();
    hub.listAnswer = answer;
    await expect(add(hub)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('says that the machine is offline, and what to do then', async () => {
    await expect(add(undefined)).rejects.toMatchObject({
      code: 'network',
      message: expect.stringMatching(/cannot be reached.*models add <folder>/),
    });
  });

  it('asks for room first, and fetches no weights of what cannot be read', async () => {
    const hub = await hubWith();
    await expect(add(hub, { freeBytes: async () => 1000 })).rejects.toMatchObject({
      code: 'write-failed',
      message: expect.stringMatching(/too little room.*MB are needed/),
    });
    const accept = async (): Promise<void> => {
      throw new PalimpsestError('model-damaged', 'another architecture');
    };
    await expect(add(hub, { accept })).rejects.toThrow('another architecture');
    expect(hub.ranges('model.safetensors')).toEqual([]);
  });

  it('takes no name of a file out of its folder', async () => {
    const hub = await hubWith();
    const siblings = [
      'config.json',
      'tokenizer.json',
      'model.safetensors',
      '../../evil.json',
      'sub/config.json',
    ].map((rfilename) => ({ rfilename }));
    hub.listAnswer = {
      status: 200,
      body: JSON.stringify({ id: 'zai-org/GLM-OCR', sha: hub.commit, siblings }),
    };
    const model = await add(hub);
    expect((await readdir(model.folder)).sort()).toEqual([
      'config.json',
      'manifest.json',
      'model.safetensors',
      'tokenizer.json',
    ]);
  });

  it('lets one program at a time fetch a model', async () => {
    const hub = await hubWith();
    const [first, second] = await Promise.allSettled([add(hub), add(hub)]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    const failed = first.status === 'rejected' ? first : second;
    expect(failed).toMatchObject({ reason: { code: 'project-in-use' } });
    // The lock of a program that is gone counts for nothing.
    await removeInstalled(models(), 'glm-ocr');
    await writeFile(join(models(), '.unfinished', 'GLM-OCR.lock'), '999999999');
    await expectWhole(await add(hub));
  });
});
