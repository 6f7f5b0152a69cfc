import { defineConfig } from 'vitest/config';

const folders = '{engine,electron,renderer,bench,scripts}';

// Slow end-to-end checks (packaging, whole corpora) form a project of their own, which only
// scripts/test-release.mjs switches on, so that a plain `npx vitest` never starts them.
const release = process.env.PALIMPSEST_RELEASE === '1';

const shared = {
  environment: 'node' as const,
  pool: 'forks' as const,
  globalSetup: ['scripts/vitest-setup.mjs'],
};

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: release
      ? [
          {
            extends: true,
            test: {
              ...shared,
              name: 'release',
              include: [`${folders}/**/*.release.test.{ts,tsx}`],
              testTimeout: 30 * 60_000,
              hookTimeout: 30 * 60_000,
            },
          },
        ]
      : [
          {
            extends: true,
            test: {
              ...shared,
              name: 'unit',
              include: [`${folders}/**/*.test.{ts,tsx}`],
              exclude: ['**/node_modules/**', '**/*.release.test.{ts,tsx}'],
              testTimeout: 60_000,
              hookTimeout: 60_000,
            },
          },
        ],
  },
});
