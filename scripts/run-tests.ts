import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { closeWith, readTally, resultsFolder, runNode, runVitest, type Tally } from './run-vitest.ts';
import { testOnPostgresql } from './test-on-postgresql.ts';

type Suite = (form: 'short' | 'full') => Tally | Promise<Tally>;

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

const OLDEST_POSTGRESQL = '/usr/lib/postgresql/15/bin';
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** Those that need a program which few have installed; part of all where it is. */
const more: Record<string, { needs: string; suite: Suite }> = {
  postgresql: { needs: `${OLDEST_POSTGRESQL}/postgres`, suite: () => testOnPostgresql(OLDEST_POSTGRESQL) },
  nodes: { needs: NGINX, suite: () => runVitest('nodes') },
};

/**
 * `npm test` runs every suite in its short form, `npm run test:all` all there are in full, and both only those that are named
 * after `--`. Each runs to its end.
 */
async function runTests([form = '', ...names]: string[]): Promise<void> {
  if (form !== 'short' && form !== 'full') throw new Error('Say first: short or full');
  if (names.length === 0) rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  const tallies: Tally[] = [];
  for (const name of names.length > 0 ? names : everySuite(form)) {
    const suite = suites[name] ?? more[name]?.suite;
    if (!suite)
      throw new Error(`There is no suite ${name}, but ${Object.keys({ ...suites, ...more }).join(', ')}`);
    tallies.push(await suite(form));
  }
  closeWith(tallies);
}

function everySuite(form: 'short' | 'full'): string[] {
  if (form === 'short') return Object.keys(suites);
  const others = Object.entries(more).flatMap(([name, { needs }]) => {
    if (existsSync(needs)) return [name];
    process.stdout.write(`Not run: ${name}, for there is no ${needs}\n`);
    return [];
  });
  return [...Object.keys(suites), ...others];
}

function runPlaywright(suite: string, environment: Record<string, string> = {}): Tally {
  const run = ['--import', './scripts/require-node-24.js', `tests/${suite}/run.ts`];
  return readTally(`${resultsFolder}/${suite}.json`, runNode(run, environment), ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

await runTests(process.argv.slice(2));
