import { type ElectronApplication, expect, test } from '@playwright/test';
import { launch, scenario, temporaryFolder } from './launch';

/** Megabytes in memory of all processes but the engine's. */
async function windowMemory(app: ElectronApplication): Promise<number> {
  const kilobytes = await app.evaluate(({ app: electronApp }) =>
    electronApp
      .getAppMetrics()
      .filter(({ name }) => name !== 'Palimpsest engine')
      .reduce((sum, { memory }) => sum + memory.workingSetSize, 0),
  );
  return kilobytes / 1024;
}

test('X18: 1,000 pages: the first is there at once, and the window stays small down to the last @release', async () => {
  test.setTimeout(600_000);
  const file = scenario(temporaryFolder('long'), 'Long.pdf', { pages: 1000 });
  const { app, window, close } = await launch({ files: [file] });
  const pages = window.getByRole('listbox', { name: 'Documents and pages' });
  await expect(pages.getByRole('option', { name: /^Page 1 of 1000/ })).toBeVisible({ timeout: 60_000 });
  await expect(window.getByRole('contentinfo')).toContainText(/1,?000 pages read/, { timeout: 300_000 });
  let most = await windowMemory(app);
  for (let step = 1; step <= 20; step += 1) {
    await pages.evaluate((list, share) => list.scrollTo(0, share * list.scrollHeight), step / 20);
    await pages.getByRole('option').last().click();
    most = Math.max(most, await windowMemory(app));
  }
  const last = pages.getByRole('option', { name: /^Page 1000 of 1000/ });
  await expect(last).toHaveAttribute('aria-selected', 'true');
  most = Math.max(most, await windowMemory(app));
  console.info(`most memory of the window's processes: ${Math.round(most)} MB`);
  expect(most).toBeLessThan(1024);
  await close();
});
