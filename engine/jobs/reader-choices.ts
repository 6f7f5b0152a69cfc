/** The readers that a person can choose from, by the names that `start` takes. */
import type { ReaderChoice } from '../protocol/requests/status';
import { lineReader, modelNames } from './toolbox';
import { userModels } from './user-models';

/** Shipped ones first, then those that were installed, in the order of their names. */
export async function readerChoices(modelsDir: string | undefined): Promise<ReaderChoice[]> {
  const installed = (await userModels(modelsDir)).filter(({ kind }) => kind === 'reader');
  return [
    ...modelNames().map((id) => ({ id, name: id, decodesTokens: id !== lineReader, usable: true })),
    ...installed.map(({ id, name, usable, note }) => {
      return { id, name, decodesTokens: true, usable, ...(note !== undefined && { note }) };
    }),
  ];
}
