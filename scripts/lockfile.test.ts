import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const folders = ['.', 'checks', 'tests/documents/tools'];

/** What `npm ls` finds wrong with the lockfile of a folder, peers included. */
function problemsOf(folder: string): unknown {
  const args = ['ls', '--all', '--package-lock-only', '--legacy-peer-deps=false', '--json'];
  const printed = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(printed).problems ?? [];
}

it.each(folders)('has every peer that a package asks for, in a version that it takes: %s', (folder) => {
  expect(problemsOf(folder)).toEqual([]);
});

/** The packages that a file loads, types aside. */
function packagesOf(file: string): string[] {
  const loaded = /(?:^(?:import|export) (?!type )[^;'"]*?from|^import|\bimport\()\s*'([@a-z][\w./-]*)'/gm;
  return [...readFileSync(file, 'utf8').matchAll(loaded)].map(
    ([, specifier = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '',
  );
}

it('has among the shop’s own packages every one that the shop loads', () => {
  const shops = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
  const ofTools = ['**/*.test.ts', '**/*.test.tsx', 'packages/*/testing/**', '**/node_modules/**'];
  const files = globSync('{src,packages,demo}/**/*.{ts,tsx}', {
    // These two are for the server of development, and for the build.
    exclude: [...ofTools, 'src/server/dev.ts', 'src/app/routes.ts'],
  });
  const loaded = files.flatMap((file) => packagesOf(file).map((name) => `${file}: ${name}`));
  expect(loaded.length).toBeGreaterThan(500);
  expect(loaded.filter((each) => !shops.includes(each.split(': ')[1] ?? ''))).toEqual([]);
});
