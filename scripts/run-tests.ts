import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';

/** What one suite came to. */
type Tally = { passed: number; failed: number };

const folder = 'test-results';

/** Runs every suite, each to its end, and closes with the sum over all of them. */
function runTests(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const tallies = [
    runVitest('unit'),
    runVitest('api'),
    runVitest('faults'),
    runVitest('start'),
    runPlaywright(),
  ];
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}

function runVitest(project: string): Tally {
  const file = `${folder}/${project}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run(['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters]);
  return read(file, ok, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }));
}

function runPlaywright(): Tally {
  const ok = run(['--import', './scripts/require-node-24.js', 'tests/e2e/run.ts']);
  return read(`${folder}/e2e.json`, ok, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }));
}

function run(args: string[]): boolean {
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** A suite that fell over without a failed test, or without a report, still counts as one failure. */
function read(file: string, ok: boolean, tally: (report: ReturnType<typeof JSON.parse>) => Tally): Tally {
  try {
    const counted = tally(JSON.parse(readFileSync(file, 'utf8')));
    return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

runTests();
