import { defineConfig } from '@playwright/test';
import endToEnd from '../e2e/playwright.config.ts';

export default defineConfig({
  ...endToEnd,
  testDir: '.',
  outputDir: '../../test-results/firebase',
  reporter: 'list',
  projects: (endToEnd.projects ?? []).filter(({ name }) => name !== 'flood'),
});
