import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';

/** The result of a suite. Each failure names its test and the log of its suite. */
export type Tally = { passed: number; failures: string[] };

/** Folder of the suites' reports and logs. */
export const resultsFolder = 'test-results';

/** The parts read here of the JSON reports of Vitest and Playwright. */
type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};
type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs: { ok: boolean; title: string; file: string; tests: { status: string; projectName: string }[] }[];
};
type PlaywrightReport = { stats: { expected: number }; suites: PlaywrightSuite[] };

/** Runs one Vitest suite to its end, with output on the screen and in its log. @param options.report names
 * its report if that is not the suite's own name */
export function runVitest(
  project: string,
  options: { report?: string; environment?: Record<string, string> } = {},
): Promise<Tally> {
  const { report = project, environment = {} } = options;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(report)}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests'];
  const read = ({ numPassedTests, testResults }: VitestReport) => ({
    passed: numPassedTests,
    failures: testResults.flatMap(failuresOfFile),
  });
  return runSuite(report, [...vitest, ...reporters], environment, read);
}

function failuresOfFile({ name, status, assertionResults }: VitestReport['testResults'][number]): string[] {
  const file = name.replace(`${process.cwd()}/`, '');
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [`${file}, before or after its tests`];
  return failed.map(({ fullName }) => `${file}: ${fullName}`);
}

/** Runs one Playwright suite to its end, as `runVitest` does. A test that passed only on retry counts as
 * failed. */
export function runPlaywright(suite: string): Promise<Tally> {
  const script = ['--import', './scripts/require-node-24.js', `tests/${suite}/run.ts`];
  return runSuite(suite, script, {}, ({ stats, suites }: PlaywrightReport) => ({
    passed: stats.expected,
    failures: suites.flatMap(failuresOfSuite),
  }));
}

function failuresOfSuite({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => [file, projectName, title].filter(Boolean).join(', ')),
  );
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

const fileOf = (report: string) => `${resultsFolder}/${report}.json`;

/** Runs a suite and reads its report. A crash without a failed test, or without a report, still counts as one
 * failure. */
async function runSuite<Report>(
  suite: string,
  args: string[],
  environment: Record<string, string>,
  read: (report: Report) => Tally,
): Promise<Tally> {
  mkdirSync(resultsFolder, { recursive: true });
  rmSync(fileOf(suite), { force: true });
  const log = `${resultsFolder}/${[suite, process.env.TESTS].filter(Boolean).join('-')}.log`;
  const isOk = await runNode(args, environment, log);
  const { passed, failures } = readReport(fileOf(suite), read);
  if (!isOk && failures.length === 0) failures.push('the suite itself');
  return { passed, failures: failures.map((failure) => `failed in ${suite} (${log}): ${failure}`) };
}

/** Runs Node to its end, with its output on the screen and in a log; returns whether it succeeded. */
async function runNode(args: string[], environment: Record<string, string>, log: string): Promise<boolean> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, args, { stdio: ['inherit', 'pipe', 'pipe'], env });
  const file = createWriteStream(log);
  for (const from of [child.stdout, child.stderr]) {
    from.pipe(process.stdout, { end: false });
    from.pipe(file, { end: false });
  }
  const [code] = await once(child, 'close');
  await new Promise((written) => file.end(written));
  return code === 0;
}

function readReport<Report>(file: string, read: (report: Report) => Tally): Tally {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failures: ['the suite itself, which left no report'] };
  }
}

/** Ends a run with its failures and the total of its suites. */
export function closeWith(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failures = tallies.flatMap((tally) => tally.failures);
  process.exitCode = failures.length === 0 ? 0 : 1;
  process.stdout.write(`\n${failures.map((failure) => `${failure}\n`).join('')}`);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
}
