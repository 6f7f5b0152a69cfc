import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { writeDocLayout } from '../testing/doc-layout-file';
import { drawPage, png } from '../testing/drawn-page';
import { HubServer } from '../testing/hub-server';
import { assetsDir, makeWorkplace, type Workplace } from '../testing/workplace';
import { runCli } from './run';

let place: Workplace;
beforeEach(async () => {
  place = await makeWorkplace();
});
afterEach(() => place.remove());

async function models(argument: string, assets: string): Promise<{ code: number; output: string }> {
  let output = '';
  const write = (text: string): void => {
    output += text;
  };
  const host = { stdout: write, stderr: write, cwd: place.folder, assetsDir: assets };
  return { code: await runCli(['models', argument], host), output };
}

describe('palimpsest models', () => {
  it('X20: lists every model with version and hash', async () => {
    const { code, output } = await models('list', assetsDir);
    expect(code).toBe(0);
    const manifest = JSON.parse(await readFile(`${assetsDir}/models/pp-ocrv6-rec/manifest.json`, 'utf8'));
    expect(output).toMatch(
      new RegExp(`^pp-ocrv6-rec\t${manifest.name}\t${manifest.version}\t[0-9a-f]{12}$`, 'm'),
    );
  });

  it('X20: notices a model file that was changed or cut off', async () => {
    expect(await models('check', assetsDir)).toMatchObject({ code: 0 });
    await cp(assetsDir, place.path('assets'), { recursive: true });
    const file = place.path('assets/models/text-orientation/model.onnx');
    const bytes = await readFile(file);
    bytes[bytes.length - 100]! ^= 1;
    await writeFile(file, bytes);
    const changed = await models('check', place.path('assets'));
    expect(changed.code).toBe(1);
    expect(changed.output).toContain(`${file} is not the one in its manifest`);
    await writeFile(file, bytes.subarray(0, 100));
    expect((await models('list', place.path('assets'))).output).toMatch(
      /^text-orientation\t.*Its file model\.onnx is not the one in its manifest/m,
    );
  });
});

const published = join(__dirname, '../model/glm-ocr/fixtures/gravity-like/model');

/** As typed in the workplace's folder, with a models folder of its own. */
async function palimpsest(argv: readonly string[], hub?: string, signal?: AbortSignal) {
  const finished = { code: 0, out: '', errors: '' };
  finished.code = await runCli(argv, {
    stdout: (text) => {
      finished.out += text;
    },
    stderr: (text) => {
      finished.errors += text;
    },
    cwd: place.folder,
    assetsDir,
    modelsDir: place.path('models'),
    hub,
    ...(signal && { signal }),
  });
  return finished;
}

async function hubOf(folder: string): Promise<HubServer> {
  const files: Record<string, Buffer> = {};
  for (const name of await readdir(folder)) files[name] = await readFile(join(folder, name));
  const hub = await HubServer.start('trillionlabs/GravityOCR', files);
  onTestFinished(() => hub.stop());
  return hub;
}

describe('palimpsest models add', () => {
  it('X13: fetches a model over a line that breaks, lists it, reads with it by name, and removes it', async () => {
    const hub = await hubOf(published);
    hub.mischief.set('model.safetensors', [{ kind: 'cut', after: 100_000 }]);
    const added = await palimpsest(['models', 'add', 'trillionlabs/GravityOCR'], hub.url);
    expect(added.errors).toMatch(/fetching model\.safetensors: 100 % of \d/);
    expect(added).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Added GravityOCR \(aaaaaaaaaaaa, /),
    });
    expect((await palimpsest(['models'])).out).toMatch(
      /^GravityOCR\tGravityOCR\ta{40}\t[0-9a-f]{12}\tinstalled, \d+\.\d MB$/m,
    );
    expect((await palimpsest(['models', 'check'])).code).toBe(0);

    await place.put('page.png', png(drawPage(300, 80, [{ text: 'One line', x: 20, y: 50 }]).canvas));
    const read = ['read', 'page.png', '--threads', '1', '--task', 'text', '--trace', 'trace.json', '--model'];
    expect((await palimpsest([...read, 'gravityocr'])).code).toBe(0);
    expect(JSON.parse(await place.text('trace.json')).subject.model).toBe('GravityOCR');
    expect(await palimpsest([...read, 'huge'])).toMatchObject({
      code: 2,
      errors: expect.stringMatching(/--model takes .*GravityOCR.*not "huge"/),
    });

    expect((await palimpsest(['models', 'remove', 'GravityOCR'])).out).toBe('Removed GravityOCR.\n');
    expect((await palimpsest(['models'])).out).not.toContain('GravityOCR');
  });

  it('refuses weights of another architecture before fetching them', async () => {
    const other = place.path('other');
    await cp(published, other, { recursive: true });
    await writeFile(join(other, 'config.json'), '{"model_type":"llama"}');
    const hub = await hubOf(other);
    const added = await palimpsest(['models', 'add', 'trillionlabs/GravityOCR'], hub.url);
    expect(added).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/config\.json is wrong: model_type/),
    });
    expect(hub.ranges('model.safetensors')).toEqual([]);
  });

  it('takes a folder, and refuses one whose weights are damaged', async () => {
    const mine = place.path('mine');
    await cp(published, mine, { recursive: true });
    expect((await palimpsest(['models', 'add', 'mine'])).out).toMatch(/^Added mine \(own files/);
    await mkdir(place.path('bad'));
    await cp(published, place.path('bad'), { recursive: true });
    await writeFile(place.path('bad/model.safetensors'), 'no weights');
    const bad = await palimpsest(['models', 'add', './bad']);
    expect(bad).toMatchObject({ code: 1, errors: expect.stringMatching(/model\.safetensors is damaged/) });
    expect((await palimpsest(['models'])).out).not.toMatch(/^bad/m);
  });
});

describe('palimpsest models quantise', () => {
  it.each(['8', '4'])(
    'writes %s bits beside a model, says what they cost, and reads with them',
    async (bits) => {
      const mine = place.path('mine');
      await cp(published, mine, { recursive: true });
      await place.put('page.png', png(drawPage(300, 80, [{ text: 'One line', x: 20, y: 50 }]).canvas));
      const argv = ['models', 'quantise', './mine', '--bits', bits, '--sample', 'page.png', '--threads', '1'];
      const read = [
        'read',
        'page.png',
        '--threads',
        '1',
        '--task',
        'text',
        '--model',
        './mine',
        '--weights',
        `int${bits}`,
      ];
      expect((await palimpsest(read)).errors).toMatch(/has not been converted to int/);
      const done = await palimpsest(argv);
      expect(done.out).toMatch(new RegExp(`^int${bits}: [\\d.]+ MB, stored: [\\d.]+ MB$`, 'm'));
      const unchanged = Number(/^unchanged: ([\d.]+) % of 32 tokens in 1 regions$/m.exec(done.out)?.[1]);
      expect(unchanged).toBeGreaterThan(bits === '8' ? 80 : 20);
      expect(done.code).toBe(0);
      expect((await palimpsest(read)).code).toBe(0);
      // The original is as it was, and is what is used when nothing is said.
      expect(
        (await readFile(join(mine, 'model.safetensors'))).equals(
          await readFile(join(published, 'model.safetensors')),
        ),
      ).toBe(true);
    },
  );

  it('compares on pages that come with the application when no sample is given', async () => {
    await cp(published, place.path('mine'), { recursive: true });
    const done = await palimpsest(['models', 'quantise', './mine', '--bits', '8', '--threads', '1']);
    expect(done.out).toMatch(/% of \d+ tokens in [1-4] regions/);
  });
});

describe('palimpsest models add <file.onnx>', () => {
  it('is a layout model: checked, listed, and found by pages from then on', async () => {
    const box = { x: 20, y: 20, width: 260, height: 50 };
    const size = { width: 300, height: 90 };
    await writeDocLayout(
      place.path('PP-DocLayoutV3.onnx'),
      'transformers',
      [{ kind: 'doc_title', box }],
      [0],
      size,
    );
    const added = await palimpsest(['models', 'add', 'PP-DocLayoutV3.onnx']);
    expect(added.out).toMatch(/^Added PP-DocLayoutV3 \(own files, .*used for layout/);
    await place.put('page.png', png(drawPage(300, 90, [{ text: 'One line', x: 30, y: 55 }]).canvas));
    const first = async (...more: string[]) => {
      await palimpsest([
        'convert',
        'page.png',
        '--out',
        'out',
        '--to',
        'json',
        '--on-exists',
        'replace',
        ...more,
      ]);
      const { document } = JSON.parse(await place.text('out/page.json'));
      const { label, box: found } = document.pages[0].regions[0];
      const isSame = Math.abs(found.x - box.x) < 2 && Math.abs(found.width - box.width) < 2;
      return isSame ? label : 'elsewhere';
    };
    expect(await first()).toBe('title');
    expect(await first('--layout', 'shipped')).toBe('elsewhere');

    await writeDocLayout(place.path('other.onnx'), 'other', [{ kind: 'text', box }], [0], size);
    expect(await palimpsest(['models', 'add', 'other.onnx'])).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/is no PP-DocLayoutV3/),
    });
  });
});
