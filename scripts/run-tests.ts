import { mkdirSync, rmSync } from 'node:fs';
import { closeWith, readTally, resultsFolder, runNode, runVitest, type Tally } from './run-vitest.ts';

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder);
// Every suite, each to its end.
closeWith([runVitest('unit'), runVitest('api'), runVitest('faults'), runVitest('start'), runPlaywright()]);

function runPlaywright(): Tally {
  const ok = runNode(['--import', './scripts/require-node-24.js', 'tests/e2e/run.ts']);
  return readTally(`${resultsFolder}/e2e.json`, ok, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}
