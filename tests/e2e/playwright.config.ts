import { defineConfig } from '@playwright/test';
import { browserArgs } from '#tests/support/browser-launch.ts';
import { testForm } from '#tests/support/test-form.ts';

/** On a desktop, `npm test` skips tests tagged `sweep`. On a phone it runs the main job only; the full sweep
 * repeats the desktop tests there, except those independent of the screen (`desk`). */
const chosen = {
  short: {
    desk: { grepInvert: /@sweep|@flood/ },
    phone: { grep: /@main-job/ },
    flood: { grep: /^nothing$/ },
  },
  rest: {
    desk: { grep: /@sweep/, grepInvert: /@flood/ },
    phone: { grepInvert: /@desk|@flood|@main-job/ },
    flood: { grep: /@flood/ },
  },
}[testForm ?? ''] ?? {
  desk: { grepInvert: /@flood/ },
  phone: { grepInvert: /@desk|@flood/ },
  flood: { grep: /@flood/ },
};

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // Tests wait half of their time, so two cores can run three workers.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_ORIGIN ?? '',
    // No animations, so no screen is checked half faded.
    contextOptions: { reducedMotion: 'reduce' },
    // Records the steps only; pictures and snapshots of each step took a third of the suite's time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '',
      args: browserArgs,
    },
  },
  projects: [
    { name: 'desk', ...chosen.desk, use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      ...chosen.phone,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'flood',
      // Tests that fill lists, and so push others' rows out of sight, run after the others.
      ...chosen.flood,
      dependencies: ['desk', 'phone'],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
