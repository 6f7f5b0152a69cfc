/** Arguments of `palimpsest models`. */
import { parseArgs } from 'node:util';
import { parsedOrUsage, UsageError } from './usage-error';

export type ModelsAction =
  | { readonly kind: 'list' }
  | { readonly kind: 'check' }
  | {
      readonly kind: 'add';
      readonly what: string;
      readonly from: string | undefined;
      readonly name: string | undefined;
    }
  | { readonly kind: 'remove'; readonly name: string }
  | {
      readonly kind: 'quantise';
      readonly model: string;
      readonly precision: 'int8' | 'int4';
      /** Pictures to compare on; none: a drawn sample. */
      readonly sample: readonly string[];
      readonly threads: number;
    };

export interface ModelsArguments {
  readonly command: 'models';
  readonly action: ModelsAction;
}

export function modelsArguments(rest: readonly string[]): ModelsArguments {
  const [what = 'list', ...more] = rest;
  return { command: 'models', action: actionOf(what, more) };
}

function actionOf(what: string, rest: readonly string[]): ModelsAction {
  switch (what) {
    case 'list':
    case 'check':
      if (rest.length > 0) throw new UsageError(`models ${what} takes nothing more.`);
      return { kind: what };
    case 'add': {
      const { values, positionals } = parsedOrUsage(() =>
        parseArgs({
          args: [...rest],
          allowPositionals: true,
          options: { from: { type: 'string' }, name: { type: 'string' } },
        }),
      );
      const model = one('add takes one model: its name, a folder or an ONNX file.', positionals);
      return { kind: 'add', what: model, from: values.from, name: values.name };
    }
    case 'remove':
      return { kind: 'remove', name: one('remove takes the name of one installed model.', rest) };
    case 'quantise':
      return quantiseAction(rest);
    default:
      throw new UsageError(`models takes list, check, add, remove or quantise, not "${what}".`);
  }
}

function quantiseAction(rest: readonly string[]): ModelsAction {
  const { values, positionals } = parsedOrUsage(() =>
    parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: {
        bits: { type: 'string' },
        sample: { type: 'string', multiple: true },
        threads: { type: 'string' },
      },
    }),
  );
  const model = one('quantise takes one model: its name or folder.', positionals);
  if (values.bits !== '8' && values.bits !== '4')
    throw new UsageError('quantise needs --bits 8 or --bits 4.');
  const threads = Number(values.threads ?? 2);
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw new UsageError(`--threads takes 1 to 64; not "${values.threads}".`);
  }
  return {
    kind: 'quantise',
    model,
    precision: values.bits === '8' ? 'int8' : 'int4',
    sample: (values.sample ?? []).flatMap((list) => list.split(',')).filter((path) => path !== ''),
    threads,
  };
}

function one(message: string, positionals: readonly string[]): string {
  const [first, ...more] = positionals;
  if (first === undefined || first.startsWith('-') || more.length > 0)
    throw new UsageError(`models ${message}`);
  return first;
}
