import { existsSync, rmSync } from 'node:fs';
import { closeWith, resultsFolder, runPlaywright, runVitest, type Tally } from './run-suite.ts';
import { testOnPostgresql } from './test-on-postgresql.ts';

/** Values of `TESTS` for the suites: see `tests/support/test-form.ts`. */
const forms = ['short', 'rest', 'full'];

type Suite = () => Promise<Tally>;

const suites: Record<string, Suite> = {
  unit: () => runVitest('unit'),
  'embedded-postgres': () => runVitest('embedded-postgres'),
  api: () => runVitest('api'),
  faults: () => runVitest('faults'),
  start: () => runVitest('start'),
  documents: () => runVitest('documents'),
  e2e: () => runPlaywright('e2e'),
  screens: () => runPlaywright('screens'),
};

const OLDEST_POSTGRESQL = '/usr/lib/postgresql/15/bin';
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

/** Suites that need a program which few have installed; part of all if it is there. */
const more: Record<string, { needs: string; suite: Suite }> = {
  postgresql: { needs: `${OLDEST_POSTGRESQL}/postgres`, suite: () => testOnPostgresql(OLDEST_POSTGRESQL) },
  nodes: { needs: NGINX, suite: () => runVitest('nodes') },
  upgrade: { needs: NGINX, suite: () => runVitest('upgrade') },
  recovery: { needs: '/usr/bin/pgbackrest', suite: () => runVitest('recovery') },
};

/** Suites that `npm test` leaves out as a whole. */
const notShort = ['faults', 'documents'];

/** `npm test` runs every other suite in its short form, `npm run test:rest` what that leaves out, `npm
 * run test:all` everything in full; each runs only the suites named after `--`, if any. Each suite runs to
 * its end. */
async function runTests([form = '', ...names]: string[]): Promise<void> {
  if (!forms.includes(form)) throw new Error(`Say first: ${forms.join(', ')}`);
  process.env.TESTS = form;
  if (names.length === 0 && form !== 'rest') rmSync(resultsFolder, { recursive: true, force: true });
  const tallies: Tally[] = [];
  for (const name of names.length > 0 ? names : everySuite(form)) {
    const suite = suites[name] ?? more[name]?.suite;
    if (!suite)
      throw new Error(`There is no suite ${name}, but ${Object.keys({ ...suites, ...more }).join(', ')}`);
    const startedAt = Date.now();
    tallies.push(await suite());
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(`${name}: ${seconds} s\n`);
  }
  closeWith(tallies);
}

function everySuite(form: string): string[] {
  if (form === 'short') return Object.keys(suites).filter((name) => !notShort.includes(name));
  if (form === 'rest') return Object.keys(suites);
  const others = Object.entries(more).flatMap(([name, { needs }]) => {
    if (existsSync(needs)) return [name];
    process.stdout.write(`Not run: ${name}, for there is no ${needs}\n`);
    return [];
  });
  return [...Object.keys(suites), ...others];
}

await runTests(process.argv.slice(2));
