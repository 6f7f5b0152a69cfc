import { expect, type Page, test } from '@playwright/test';
import { answerDialog, launch, scenario, screenshot, temporaryFolder } from './launch';

/** Nothing is cut off at the window's edge: whatever reaches beyond it is named. */
async function expectNoOverflow(window: Page): Promise<void> {
  const beyond = (): Promise<readonly string[]> =>
    window.evaluate(() => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
      if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return [];
      const out = [...document.querySelectorAll('#root *')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.right > clientWidth + 1 || (scrollHeight > clientHeight && box.bottom > clientHeight + 1);
      });
      return out.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
    });
  await expect.poll(beyond).toEqual([]);
}

const variants = [
  { name: 'light', theme: 'light', zoom: 1 },
  { name: 'dark', theme: 'dark', zoom: 1 },
  { name: 'light-200', theme: 'light', zoom: 2 },
] as const;

for (const { name, theme, zoom } of variants) {
  test(`every view, ${name}`, async () => {
    const folder = temporaryFolder('looks');
    const { app, window, close } = await launch({ settings: { theme } });
    const zoomTo = (factor: number) =>
      app.evaluate(({ BrowserWindow }, value) => {
        BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(value);
      }, factor);
    const look = async (view: string): Promise<void> => {
      await screenshot(app, `${view}-${name}`);
      await expectNoOverflow(window);
    };
    await zoomTo(zoom);
    await look('1-welcome');

    const files = [
      scenario(folder, 'Harbour ledger 1874.pdf', {
        pages: 4,
        pageMs: 20,
        existingTextPages: [2],
        unsupportedPages: [3],
      }),
      scenario(folder, 'Letter from Lisbon.png', { pages: 1, blankPages: [1] }),
      scenario(folder, 'Register of births.pdf', { pages: 2, failOnPage: 2 }),
      scenario(folder, 'Sealed minutes.pdf', { password: 'secret' }),
      scenario(folder, 'half a photograph.jpg', { reject: 'unreadable' }),
    ];
    await answerDialog(app, files);
    await window.getByRole('button', { name: 'Open files' }).first().click();
    await expect(window.getByRole('contentinfo')).toContainText('6 pages read');
    await expect(window.getByRole('heading', { name: /Ledger of the Harbour/ })).toBeVisible();
    await look('2-document-toast');
    await window.getByRole('button', { name: 'Dismiss' }).first().click();

    await window.getByRole('option', { name: /5, Table/ }).click();
    await look('3-region-selected');

    await window.getByRole('option', { name: /Page 3 of 4/ }).click();
    await expect(window.getByText('Script or hand not supported?').first()).toBeVisible();
    await window.keyboard.press('Control+1');
    await look('4-marks-actual-size');
    await window.keyboard.press('Control+0');

    await window.getByRole('listbox', { name: 'Documents and pages' }).press('End');
    await expect(window.getByText('This page could not be read.')).toBeVisible();
    await look('5-failed-page');
    await window.getByRole('listbox', { name: 'Documents and pages' }).press('ArrowUp');
    await window.getByRole('listbox', { name: 'Documents and pages' }).press('ArrowUp');
    await expect(window.getByText('No text was found on this page.')).toBeVisible();
    await look('6-blank-page');

    await window.getByRole('contentinfo').getByRole('button', { name: '3 problems' }).click();
    await look('7-problems');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('page');
    await look('8-palette');
    await window.keyboard.press('Escape');
    await window.keyboard.press('F1');
    await look('9-shortcuts');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+,');
    await look('10-settings');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+e');
    await look('11-export');
    await answerDialog(app, [temporaryFolder('out')]);
    await window.getByRole('button', { name: 'Choose folder…' }).click();
    await window.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
    await expect(window.getByRole('dialog')).toContainText('files written');
    await look('12-exported');
    await window.keyboard.press('Escape');

    await answerDialog(app, [scenario(folder, 'Long report.pdf', { pages: 60, pageMs: 300 })]);
    await window.keyboard.press('Control+o');
    await expect(window.getByRole('contentinfo')).toContainText(/[1-9] of 60/, { timeout: 20_000 });
    await expect(window.getByRole('contentinfo')).toContainText('left');
    await look('13-running');
    await window.keyboard.press('Control+.');
    await expect(window.getByRole('contentinfo')).toContainText('Stopped');
    await close();
  });
}

test('the window speaks Portuguese', async () => {
  const folder = temporaryFolder('looks');
  const file = scenario(folder, 'Carta.pdf', { pages: 2, existingTextPages: [1] });
  const { app, window, close } = await launch({
    settings: { language: 'pt', theme: 'light' },
    files: [file],
  });
  await expect(window.getByRole('contentinfo')).toContainText('2 páginas lidas');
  await expect(window.getByText('Texto existente em 1 de 2 páginas')).toBeVisible();
  expect(await window.evaluate(() => document.documentElement.lang)).toBe('pt');
  await screenshot(app, '14-portuguese');
  await close();
});
