/** Documents of the project that are not open, and other projects. */
import { shell } from '../bridge';
import { edited } from './edits';
import { attempt, takeIn } from './operations';

export const openRecent = (documentIds: readonly string[]): Promise<void> =>
  attempt(() => takeIn(() => shell.openRecent(documentIds)));

/** `choose`, `own`, or the handle of another; the window then starts anew. */
export const openProject = (project: string): Promise<void> =>
  attempt(async () => {
    await edited();
    await shell.openProject(project);
  });
