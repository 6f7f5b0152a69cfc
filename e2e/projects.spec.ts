/** Another project in the window: its documents, its jobs, and what a second window on it is told. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { deskFile } from '../engine/testing/desk-tools';
import { answerDialog, type Launched, launch, screenshot, temporaryFolder } from './launch';

const dialog = (window: Page) => window.getByRole('dialog');

/** A window that read two files, closed again; its project, copied to a folder of its own. */
async function madeProject(name: string): Promise<string> {
  const folder = temporaryFolder('project');
  const files = ['Ledger.tiff', 'Letters.tiff'].map((each) => path.join(folder, each));
  for (const file of files) fs.writeFileSync(file, await deskFile(6));
  const userData = temporaryFolder('user');
  const { window, close } = await launch({ engine: 'desk', files, userData });
  await expect(window.getByRole('contentinfo')).toContainText('2 pages read', { timeout: 60_000 });
  await close();
  const project = path.join(folder, name, '.palimpsest');
  fs.cpSync(path.join(userData, 'library'), project, { recursive: true });
  return path.dirname(project);
}

async function openProject({ app, window }: Launched, folder: string): Promise<void> {
  await answerDialog(app, [folder]);
  await window.keyboard.press('Control+Alt+o');
  await dialog(window).getByRole('button', { name: 'Open project folder…' }).click();
}

/** The window starts anew with each project: a key pressed meanwhile is lost. */
async function showProject(window: Page, name: string): Promise<void> {
  await expect(async () => {
    if ((await dialog(window).count()) === 0) await window.keyboard.press('Control+Alt+o');
    await expect(dialog(window).getByRole('heading', { name })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

test('a project folder is opened by keyboard, with its documents and jobs, and left again', async () => {
  test.setTimeout(240_000);
  const project = await madeProject('Parish 1874');
  const launched = await launch({ engine: 'desk' });
  const { app, window, close } = launched;
  await openProject(launched, path.dirname(project));
  await expect(window.getByText('There is no project in')).toBeVisible();
  await window.keyboard.press('Escape');

  await openProject(launched, project);
  await showProject(window, project);
  await expect(dialog(window).getByRole('listitem').filter({ hasText: 'Letters.tiff' })).toContainText(
    '1 of 1',
  );
  await expect(dialog(window)).toContainText('Done');
  await expect(dialog(window)).toContainText('2 of 2 pages read');
  await screenshot(app, 'project-light');
  await dialog(window).getByRole('button', { name: 'Open all 2' }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('document', { name: 'Text' })).toContainText('Entry 6');
  await window.keyboard.press('Control+j');
  const batch = window.getByRole('region', { name: 'Batch' });
  await expect(batch).toContainText('2 of 2 pages read');
  await batch.locator('[data-line="text"]').click();
  await batch
    .getByRole('button', { name: /Letters.tiff, page 1/ })
    .first()
    .click();
  await expect(batch).toHaveCount(0);

  // Another window, of another user as it were.
  const second = await launch({
    engine: 'desk',
    files: [`--project=${project}`],
    settings: { theme: 'dark', language: 'pt' },
  });
  await expect(second.window.getByRole('status').filter({ hasText: /não fica guardado/ })).toBeVisible();
  await second.window.keyboard.press('Control+Alt+o');
  await expect(dialog(second.window).getByRole('button', { name: 'Abrir os 2' })).toBeVisible();
  await screenshot(second.app, 'project-in-use-dark-pt');
  await second.close();

  await window.keyboard.press('Control+Alt+o');
  await dialog(window).getByRole('button', { name: 'Own library' }).click();
  await expect(window.getByRole('button', { name: 'Open a folder' })).toBeVisible();
  await showProject(window, 'Own library');
  await dialog(window).getByRole('button', { name: project }).click();
  await showProject(window, project);
  await close();
});

test('X09: killed in the middle of a job, the next start asks once and goes on', async () => {
  const userData = temporaryFolder('user');
  const file = path.join(temporaryFolder('killed'), 'Ledger.tiff');
  fs.writeFileSync(file, await deskFile());
  // Opened and not yet read, as a job leaves what is still to come.
  const first = await launch({ engine: 'desk', files: [file], userData, settings: { readOnOpen: false } });
  await expect(first.window.getByRole('option', { name: /Page 1 of 3/ })).toBeVisible();
  const engine = await first.window.evaluate(async () => {
    const answer = await Reflect.get(window, 'palimpsest').initial();
    return Number(answer.result.engine.pid);
  });
  // The engine must not come to an orderly end when the window is gone.
  process.kill(engine, 'SIGSTOP');
  const ended = new Promise((resolve) => first.app.process().once('exit', resolve));
  first.app.process().kill('SIGKILL');
  await ended;
  process.kill(engine, 'SIGKILL');

  const { app, window, close } = await launch({ engine: 'desk', userData, settings: { readOnOpen: true } });
  await expect(dialog(window)).toContainText('1 document', { timeout: 30_000 });
  await expect(dialog(window)).toContainText('0 of 3 pages read');
  await screenshot(app, 'interrupted');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('contentinfo')).toContainText('3 pages read', { timeout: 60_000 });
  await close();
  const again = await launch({ engine: 'desk', userData });
  await again.window.keyboard.press('Control+Alt+o');
  await expect(dialog(again.window)).toContainText('3 of 3');
  await again.close();
});
