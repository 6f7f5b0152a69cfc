import { cp, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
