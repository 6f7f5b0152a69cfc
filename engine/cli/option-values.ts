/** Values of options that several commands take. */
import {
  type DecodeSettings,
  decodeModes,
  defaultDecode,
  defaultModel,
  deviceNames,
  precisions,
} from '../index';
import { UsageError } from './usage-error';

/** Node 16, in older Electron runtimes, has a parseArgs that ignores `default`. */
export const decodeDefaults = {
  model: defaultModel,
  decode: defaultDecode.mode as string,
  block: String(defaultDecode.blockLength),
  weights: 'stored',
  device: 'auto',
};

export function decodeOf({
  decode,
  block,
  weights,
  device,
}: {
  readonly decode: string;
  readonly block: string;
  readonly weights: string;
  readonly device: string;
}): DecodeSettings {
  const blockLength = block === 'auto' ? block : Number(block);
  if (blockLength !== 'auto' && (!Number.isInteger(blockLength) || blockLength < 1 || blockLength > 512)) {
    throw new UsageError(`--block takes 1 to 512, or auto; not "${block}".`);
  }
  return {
    mode: oneOf('--decode', decode, decodeModes),
    blockLength,
    weights: oneOf('--weights', weights, precisions),
    device: oneOf('--device', device, ['auto', ...deviceNames]),
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
