import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a suite came to. */
export type Tally = { passed: number; failed: number };

/** Where the reports of suites are. */
export const resultsFolder = 'test-results';

/**
 * Runs one suite to its end, in words on the screen.
 * @param options.report names its report, where that is not the suite's own name
 */
export function runVitest(
  project: string,
  options: { report?: string; environment?: Record<string, string> } = {},
): Tally {
  const { report = project, environment = {} } = options;
  const file = `${resultsFolder}/${report}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const ok = runNode(
    ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests', ...reporters],
    environment,
  );
  return readTally(file, ok, ({ numPassedTests, numFailedTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
  }));
}

/** Runs Node to its end; whether it ended well. */
export function runNode(args: string[], environment: Record<string, string> = {}): boolean {
  const env = { ...process.env, ...environment };
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status === 0;
}

/** A suite that fell over without a failed test, or without a report, still counts as one failure. */
export function readTally(
  file: string,
  ok: boolean,
  tally: (report: ReturnType<typeof JSON.parse>) => Tally,
): Tally {
  try {
    const counted = tally(JSON.parse(readFileSync(file, 'utf8')));
    return ok || counted.failed > 0 ? counted : { ...counted, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Closes a run with the sum over its suites. */
export function closeWith(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  process.exitCode = failed === 0 ? 0 : 1;
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
}
