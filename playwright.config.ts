import { defineConfig } from '@playwright/test';

// Tests tagged @release are slow: scripts/test-release.mjs runs them, `npm test` does not.
const release = process.env.PALIMPSEST_RELEASE === '1';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './scripts/playwright-setup.mjs',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/playwright',
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: release ? 30 * 60_000 : 120_000,
  // A whole application with its engine: a busy machine takes its time.
  expect: { timeout: 15_000 },
  ...(release ? { grep: /@release/ } : { grepInvert: /@release/ }),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PALIMPSEST_PLAYWRIGHT_JSON ?? 'test-results/playwright.json' }],
  ],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
