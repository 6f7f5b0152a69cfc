import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalimpsestError } from '../base/errors';
import { add, expectWhole, files, hubWith, models, root, weights } from '../testing/library-place';
import { installedNames, removeInstalled, userModelsFolder } from './installed';

describe('models add with files from elsewhere', () => {
  async function ownFolder(of: Record<string, Buffer> = files, folder = join(root, 'mine')): Promise<string> {
    await mkdir(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(of)) await writeFile(join(folder, name), bytes);
    return folder;
  }

  it('X13: takes files that are there already, compares them, and fetches what is missing or other', async () => {
    const hub = await hubWith();
    const from = await ownFolder({ 'model.safetensors': weights, 'config.json': Buffer.from('{"old":1}') });
    const model = await add(hub, { from });
    await expectWhole(model);
    expect(hub.ranges('model.safetensors')).toEqual([]);
    expect(model.notes.join()).toMatch(/config\.json is not the published file/);
    expect(await readFile(join(from, 'config.json'), 'utf8')).toBe('{"old":1}');
    expect((await stat(join(model.folder, 'model.safetensors'))).ino).toBe(
      (await stat(join(from, 'model.safetensors'))).ino,
    );
  });

  it('X13: takes them offline, too, and says that nothing was compared', async () => {
    const model = await add(undefined, { from: await ownFolder() });
    await expectWhole(model);
    expect(model.version).toBe('own files');
    expect(model.notes.join()).toMatch(/could not be compared/);
  });

  it('takes a local folder without any request, and its files outlive the folder', async () => {
    const from = await ownFolder();
    const model = await add(undefined, { what: './mine' });
    expect(model.name).toBe('mine');
    await rm(from, { recursive: true });
    await expectWhole(model);
  });

  it('knows the cache of other programs, where files are links', async () => {
    const blobs = await ownFolder(files, join(root, 'blobs'));
    const snapshot = join(root, 'models--zai-org--GLM-OCR', 'snapshots', 'c'.repeat(40));
    await mkdir(snapshot, { recursive: true });
    for (const name of Object.keys(files)) await symlink(join(blobs, name), join(snapshot, name));
    const model = await add(undefined, { what: snapshot });
    expect(model).toMatchObject({ name: 'GLM-OCR', version: 'c'.repeat(40) });
    await rm(snapshot, { recursive: true });
    await expectWhole(model);
  });

  it('leaves nothing of what is refused, and tells two models of one name apart', async () => {
    await ownFolder();
    const refuse = async (): Promise<void> => {
      throw new PalimpsestError('model-damaged', 'no such architecture');
    };
    await expect(add(undefined, { what: 'mine', accept: refuse })).rejects.toThrow('no such architecture');
    expect(await installedNames(models())).toEqual([]);
    await add(undefined, { what: 'mine' });
    await expect(add(undefined, { what: 'mine' })).rejects.toMatchObject({ code: 'invalid-request' });
    expect((await add(undefined, { what: 'mine', name: 'second' })).name).toBe('second');
  });

  it.each([
    ['nowhere', 'not-found', /names no published model/],
    ['empty', 'unsupported', /no config\.json/],
    ['note.txt', 'unsupported', /neither a model folder nor an ONNX file/],
  ])('says what is wrong with "%s"', async (what, code, message) => {
    await mkdir(join(root, 'empty'));
    await writeFile(join(root, 'note.txt'), 'x');
    await expect(add(undefined, { what })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });
});

describe('models remove', () => {
  it('removes a model, or what an unfinished fetch has left', async () => {
    const hub = await hubWith();
    await add(hub);
    expect(await removeInstalled(models(), 'GLM-ocr')).toBe('GLM-OCR');
    expect(await installedNames(models())).toEqual([]);
    hub.mischief.set('model.safetensors', [{ kind: 'status', status: 403 }]);
    await expect(add(hub)).rejects.toThrow();
    await removeInstalled(models(), 'GLM-OCR');
    expect(await readdir(join(models(), '.unfinished'))).toEqual([]);
    await expect(removeInstalled(models(), 'GLM-OCR')).rejects.toMatchObject({ code: 'model-missing' });
    await expect(removeInstalled(models(), '../models')).rejects.toMatchObject({ code: 'invalid-request' });
  });
});

describe('the models folder', () => {
  it('is where each system keeps the data of programs', () => {
    expect(userModelsFolder({ XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data/palimpsest/models');
    expect(userModelsFolder({ PALIMPSEST_MODELS: '/m', XDG_DATA_HOME: '/data' }, 'linux')).toBe('/m');
    expect(userModelsFolder({}, 'darwin')).toMatch(/Library\/Application Support\/Palimpsest\/models$/);
  });
});
