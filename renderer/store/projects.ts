/** Documents of the project that are not open, and other projects. */
import type { RecentDocument } from '../../engine/protocol/requests/recent';
import type { EngineStatus } from '../../engine/protocol/requests/status';
import { requestEngine, shell } from '../bridge';
import { edited } from './edits';
import { attempt, readAll, takeIn } from './operations';
import { get, set } from './store';

export const openRecent = (documentIds: readonly string[]): Promise<void> =>
  attempt(() => takeIn(() => shell.openRecent(documentIds)));

/** `choose`, `own`, or the handle of another; the window then starts anew. */
export const openProject = (project: string): Promise<void> =>
  attempt(async () => {
    await edited();
    await shell.openProject(project);
  });

/** Documents of the project that are not open and not read to their end. */
export async function unfinishedDocuments(): Promise<readonly RecentDocument[]> {
  const known = await requestEngine('recent', {});
  return known.filter(({ missing, pages, pagesDone }) => !missing && pagesDone < pages);
}

/** The one question after the program was ended in the middle of work. */
export async function askAboutInterrupted({ project }: EngineStatus): Promise<void> {
  if (!project.interrupted || project.readOnly || get().documentIds.length > 0) return;
  if ((await unfinishedDocuments()).length > 0 && get().dialog === undefined) set({ dialog: 'interrupted' });
}

export async function goOnWith(documents: readonly RecentDocument[]): Promise<void> {
  await openRecent(documents.map(({ id }) => id));
  if (!get().settings.readOnOpen) await readAll();
}
