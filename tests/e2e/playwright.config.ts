import { defineConfig } from '@playwright/test';
import { browserArgs } from '#tests/support/browser-launch.ts';
import { testForm } from '#tests/support/test-form.ts';

/** Of the tests at a desk, `npm test` leaves out what is tagged `sweep`. On a phone it has the main
 * job alone: what was tried at a desk is tried there again by the full sweep, but for what has
 * nothing to do with the screen (`desk`). */
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
  // Half of what a test does is waiting, so two cores bear a third.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    baseURL: process.env.E2E_ORIGIN ?? '',
    // Nothing fades or slides, so nothing is judged while half faded.
    contextOptions: { reducedMotion: 'reduce' },
    // What was done, step by step; pictures and snapshots of each step took a third of the suite's time.
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
      // What fills lists, and so pushes others' rows out of sight, comes when the others are done.
      ...chosen.flood,
      dependencies: ['desk', 'phone'],
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
});
