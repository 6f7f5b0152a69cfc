/** `palimpsest models`: what there is, and adding, removing and quantising a person's own. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import {
  type AddProgress,
  addUserModel,
  type Engine,
  inWords,
  modelNames,
  PalimpsestError,
  removeUserModel,
  userModels,
} from '../index';
import type { CliHost } from './host';
import type { ModelsAction } from './models-arguments';
import { UsageError } from './usage-error';

/** A shipped or installed name as it is, a folder as an absolute path. Throws `UsageError` for a name unknown. */
export async function modelFor({ cwd, modelsDir }: CliHost, model: string): Promise<string> {
  if (modelNames().includes(model)) return model;
  const isPath = isAbsolute(model) || /[\\/]|^\.{1,2}$/.test(model);
  const installed = (await userModels(modelsDir)).filter(({ kind }) => kind === 'reader').map(({ id }) => id);
  const name = installed.find((id) => id.toLowerCase() === model.toLowerCase());
  if (name !== undefined && !isPath) return name;
  const folder = resolve(cwd, model);
  if (isPath || (await stat(join(folder, 'config.json')).catch(() => undefined))) return folder;
  throw new UsageError(
    `--model takes ${[...modelNames(), ...installed].join(', ')}, or a folder such as ./GravityOCR; not "${model}".`,
  );
}

/** Returns the exit code. */
export async function runModels(engine: Engine, action: ModelsAction, host: CliHost): Promise<number> {
  switch (action.kind) {
    case 'list':
      await list(engine, host);
      return 0;
    case 'check': {
      const count = await list(engine, host);
      await engine.verifyModels();
      host.stdout(`${count} models are as their manifests say.\n`);
      return 0;
    }
    case 'add':
      return add(action, host);
    case 'remove':
      host.stdout(`Removed ${await removeUserModel(ownFolder(host), action.name)}.\n`);
      return 0;
    case 'quantise':
      return quantise(engine, action, host);
  }
}

async function list(engine: Engine, { modelsDir, stdout }: CliHost): Promise<number> {
  const { models } = await engine.request('status', {});
  const sizes = new Map((await userModels(modelsDir)).map(({ id, bytes }) => [id, bytes]));
  for (const { id, name, version, sha256, note } of models) {
    const size = sizes.get(id);
    const installed = size === undefined ? [] : [`installed, ${inWords(size)}`];
    const fields = [
      id,
      name,
      version,
      sha256.slice(0, 12),
      ...installed,
      ...(note === undefined ? [] : [note]),
    ];
    stdout(`${fields.join('\t')}\n`);
  }
  return models.length;
}

async function add(action: Extract<ModelsAction, { kind: 'add' }>, host: CliHost): Promise<number> {
  const hint = (): void => {
    if (host.signal?.aborted) host.stderr('What was fetched is kept: the same command goes on from there.\n');
  };
  const model = await addUserModel({
    what: action.what,
    cwd: host.cwd,
    modelsFolder: ownFolder(host),
    from: action.from,
    name: action.name,
    hub: host.hub,
    signal: host.signal,
    onProgress: progressLines(host.stderr),
  }).finally(hint);
  for (const note of model.notes) host.stderr(`  ${note}\n`);
  const use =
    model.kind === 'layout' ? 'it is used for layout from now on' : `use it with --model ${model.name}`;
  const what = model.isNew ? 'Added' : 'Unchanged:';
  host.stdout(`${what} ${model.name} (${model.version.slice(0, 12)}, ${inWords(model.bytes)}); ${use}.\n`);
  return 0;
}

async function quantise(
  engine: Engine,
  { model, precision, sample, threads }: Extract<ModelsAction, { kind: 'quantise' }>,
  host: CliHost,
): Promise<number> {
  let last = '';
  const report = await engine.quantise({
    model: await modelFor(host, model),
    precision,
    sample: sample.map((path) => resolve(host.cwd, path)),
    threads,
    signal: host.signal,
    onProgress: (stage, share) => {
      const line = `${stage}: ${Math.floor(share * 10) * 10} %\n`;
      if (line !== last) host.stderr(line);
      last = line;
    },
  });
  host.stdout(`${precision}: ${inWords(report.bytes)}, stored: ${inWords(report.bytesBefore)}\n`);
  host.stdout(
    `unchanged: ${(100 * report.unchanged).toFixed(1)} % of ${report.tokens} tokens in ${report.regions} regions\n`,
  );
  host.stdout(`Use it with --model ${model} --weights ${precision}.\n`);
  return 0;
}

/** A line for each file and stage, and for each twentieth of the whole. */
function progressLines(write: (text: string) => void): (progress: AddProgress) => void {
  let last = '';
  return ({ stage, file, bytes, total }) => {
    const step =
      total === undefined ? Math.floor(bytes / 1e8) : Math.floor((20 * bytes) / Math.max(1, total));
    const key = `${stage} ${file} ${stage === 'checking' ? '' : step}`;
    if (key === last) return;
    last = key;
    if (file === undefined) return write(`${stage} the hub\n`);
    if (stage === 'checking') return write(`${stage} ${file}\n`);
    const done = total === undefined ? inWords(bytes) : `${step * 5} % of ${inWords(total)}`;
    write(`${stage} ${file}: ${done}\n`);
  };
}

function ownFolder({ modelsDir }: CliHost): string {
  if (modelsDir !== undefined) return modelsDir;
  throw new PalimpsestError('invalid-request', 'There is no folder for models of your own here.');
}
