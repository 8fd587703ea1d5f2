import { mkdirSync, rmSync } from 'node:fs';
import { closeWith, readTally, resultsFolder, runNode, runVitest, type Tally } from './run-vitest.ts';

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder);
// Every suite, each to its end.
closeWith([
  ...['unit', 'api', 'faults', 'start'].map((project) => runVitest(project)),
  ...['e2e', 'screens'].map(runPlaywright),
]);

function runPlaywright(suite: string): Tally {
  const ok = runNode(['--import', './scripts/require-node-24.js', `tests/${suite}/run.ts`]);
  return readTally(`${resultsFolder}/${suite}.json`, ok, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}
