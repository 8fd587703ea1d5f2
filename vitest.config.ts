import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testForm } from './tests/support/test-form.ts';

const tagsFilter = { short: ['!sweep'], rest: ['sweep'] }[testForm ?? ''];

/** A test that takes this long hangs: the slowest take 20 seconds, and three times that on a busy machine. */
const HANGS_MS = 180_000;

/** The longest file comes first, so that the others do not end long before it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/access-matrix.test.ts');
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    tags: [
      {
        name: 'sweep',
        description: 'Not in `npm test`: what is long, or asks again what a shorter test has asked',
      },
    ],
    ...(tagsFilter && { tagsFilter }),
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/**/*.test.{ts,tsx}',
            'packages/{invoice-xml,pasted-lists,tagged-pdf}/**/*.test.ts',
            'demo/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        // A PostgreSQL of its own in nearly every test, killed in many.
        test: {
          name: 'embedded-postgres',
          include: ['packages/embedded-postgres/**/*.test.ts'],
          testTimeout: HANGS_MS,
        },
      },
      {
        // The server is loaded once by each worker: what a file changes of a module
        // or of `globalThis` it puts back.
        test: {
          name: 'api',
          isolate: false,
          include: ['tests/api/**/*.test.ts', 'tests/races/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts'],
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        // What the shop writes for other programs, judged by tools that are installed for this suite alone.
        test: {
          name: 'documents',
          isolate: false,
          include: ['tests/documents/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts', 'tests/documents/install-tools.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Large numbers, kills and broken services. The full figures are of a machine that does nothing else.
        test: {
          name: 'faults',
          isolate: false,
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/database-server.ts', 'tests/support/built-pages.ts'],
          maxWorkers: testForm === 'full' ? 1 : 2,
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Several nodes behind nginx, which must be installed.
        test: {
          name: 'nodes',
          include: ['tests/nodes/**/*.test.ts'],
          globalSetup: ['tests/support/built-pages.ts'],
          fileParallelism: false,
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Two versions behind nginx, which must be installed.
        test: {
          name: 'upgrade',
          include: ['tests/upgrade/**/*.test.ts'],
          globalSetup: ['tests/support/built-pages.ts'],
          testTimeout: 1_200_000,
          hookTimeout: 600_000,
        },
      },
      {
        // pgBackRest, which must be installed.
        test: {
          name: 'recovery',
          include: ['tests/recovery/**/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Six machines in a network of their own: `tests/ha/run.ts` starts it, never `npm test`.
        test: {
          name: 'ha',
          include: ['tests/ha/**/*.test.ts'],
          globalSetup: ['tests/support/built-pages.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        // Each test runs the whole shop as a process of its own.
        test: {
          name: 'start',
          include: ['tests/start/**/*.test.ts'],
          globalSetup: ['tests/support/built-pages.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
