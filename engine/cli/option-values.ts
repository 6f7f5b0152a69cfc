/** Values of options that several commands take. */
import { type DecodeSettings, decodeModes, defaultDecode, defaultModel, precisions } from '../index';
import { UsageError } from './usage-error';

/** Node 16, in older Electron runtimes, has a parseArgs that ignores `default`. */
export const decodeDefaults = {
  model: defaultModel,
  decode: defaultDecode.mode as string,
  block: String(defaultDecode.blockLength),
  weights: 'stored',
};

export function decodeOf({
  decode,
  block,
  weights,
}: {
  readonly decode: string;
  readonly block: string;
  readonly weights: string;
}): DecodeSettings {
  const blockLength = Number(block);
  if (!Number.isInteger(blockLength) || blockLength < 1 || blockLength > 512) {
    throw new UsageError(`--block takes 1 to 512; not "${block}".`);
  }
  return {
    mode: oneOf('--decode', decode, decodeModes),
    blockLength,
    weights: oneOf('--weights', weights, precisions),
  };
}

export function listOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  ];
}

export function oneOf<const Value extends string>(
  option: string,
  value: string,
  allowed: readonly Value[],
  more = '',
): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new UsageError(`${option} takes ${allowed.join(', ')}${more}; not "${value}".`);
  return found;
}

export function threadCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 64)
    throw new UsageError(`--threads takes 1 to 64; not "${text}".`);
  return count;
}
