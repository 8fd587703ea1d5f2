import { defineConfig } from '@playwright/test';
import { browserArgs } from '#tests/support/browser-launch.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/screens',
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/screens.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '', args: browserArgs },
  },
});
