/**
 * The published models that are known by name, and how others are named. Commits are not written down here: which one
 * `main` means is asked once, when a model is first fetched, and from then on stands in the model's manifest.
 */
import { PalimpsestError } from '../base/errors';

export interface PublishedModel {
  /** Of the folder and for `--model`. */
  readonly name: string;
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly revision: string;
  readonly licence: string;
}

const catalogue: readonly PublishedModel[] = [
  { name: 'GLM-OCR', repository: 'zai-org/GLM-OCR', revision: 'main', licence: 'MIT' },
  { name: 'GravityOCR', repository: 'trillionlabs/GravityOCR', revision: 'main', licence: 'MIT' },
];

export const publishedNames = catalogue.map(({ repository }) => repository);

/** Where published models are fetched from, unless a mirror is given. */
export const defaultHub = 'https://huggingface.co';

const repositoryPattern = /^[\w][\w.-]*\/[\w][\w.-]*$/;

/** A catalogued model by name or repository, or any other `owner/name`; undefined for whatever is neither. */
export function findPublished(text: string): PublishedModel | undefined {
  const wanted = text.toLowerCase();
  const known = catalogue.find(
    ({ name, repository }) => name.toLowerCase() === wanted || repository.toLowerCase() === wanted,
  );
  if (known) return known;
  if (!repositoryPattern.test(text)) return undefined;
  const name = text.slice(text.indexOf('/') + 1);
  return { name, repository: text, revision: 'main', licence: 'as its publisher states' };
}

/** Files of a model folder that are fetched: what the readers use, and the licence. Nothing below the top level. */
export function isWanted(file: string): boolean {
  return (
    /^(?:config|generation_config|preprocessor_config|processor_config|tokenizer|tokenizer_config|block_diffusion)\.json$/.test(
      file,
    ) || /^(?:model(?:-\d{5}-of-\d{5})?\.safetensors(?:\.index\.json)?|LICEN[CS]E(?:\.\w+)?)$/.test(file)
  );
}

export function isWeights(file: string): boolean {
  return file.endsWith('.safetensors') || file.endsWith('.onnx');
}

/** A name can become a folder on every system, and can be typed. Throws `invalid-request`. */
export function checkName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(name) && !name.endsWith('.')) return name;
  throw new PalimpsestError(
    'invalid-request',
    `"${name}" cannot name a model: give it a name of letters, digits, dots, hyphens and underscores (--name).`,
  );
}
