import { mkdirSync, rmSync } from 'node:fs';
import { closeWith, readTally, resultsFolder, runNode, runVitest, type Tally } from './run-vitest.ts';

type Suite = (form: 'short' | 'full') => Tally;

/** Every suite. The longer ones have a short form, which asks the same of fewer cases. */
const suites: Record<string, Suite> = {
  unit: () => runVitest('unit'),
  'embedded-postgres': (form) =>
    runVitest('embedded-postgres', { only: form === 'short' ? ['main-promises'] : [] }),
  api: () => runVitest('api'),
  faults: (form) => runVitest('faults', { environment: form === 'full' ? { FAULTS: 'full' } : {} }),
  start: () => runVitest('start'),
  e2e: () => runPlaywright('e2e'),
  screens: (form) => runPlaywright('screens', form === 'full' ? { SCREENS: 'full' } : {}),
};

/** Those that need a program which few have installed, in full alone. */
const more: Record<string, Suite> = { nodes: () => runVitest('nodes') };

/**
 * `npm test` runs every suite in its short form, `npm run test:all` all there are in full, and both only those that are named
 * after `--`. Each runs to its end.
 */
function runTests([form = '', ...names]: string[]): void {
  if (form !== 'short' && form !== 'full') throw new Error('Say first: short or full');
  if (names.length === 0) rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  const known = { ...suites, ...more };
  const chosen = names.length > 0 ? names : Object.keys(form === 'full' ? known : suites);
  closeWith(
    chosen.map((name) => {
      const suite = known[name];
      if (!suite) throw new Error(`There is no suite ${name}, but ${Object.keys(known).join(', ')}`);
      return suite(form);
    }),
  );
}

function runPlaywright(suite: string, environment: Record<string, string> = {}): Tally {
  const run = ['--import', './scripts/require-node-24.js', `tests/${suite}/run.ts`];
  return readTally(`${resultsFolder}/${suite}.json`, runNode(run, environment), ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

runTests(process.argv.slice(2));
