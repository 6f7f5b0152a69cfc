import { expect, test } from '@playwright/test';
import { launch, scenario, temporaryFolder } from './launch';

test('recognised text is shown as text, whatever it looks like', async () => {
  const inject =
    ' <img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script> **b** $x$ [a](javascript:1)';
  const folder = temporaryFolder('hostile');
  const { window, close } = await launch({ files: [scenario(folder, 'x.pdf', { pages: 1, inject })] });
  const text = window.getByRole('document', { name: 'Text' });
  await expect(text).toContainText(inject.trim());
  expect(await text.locator('img, script, a, b').count()).toBe(0);
  expect(await window.evaluate(() => 'hacked' in globalThis)).toBe(false);
  await close();
});
