import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { DeliberateFault } from './fault.ts';
import { deliberateFaults } from './faults.ts';

const root = resolve(import.meta.dirname, '../..');
const leftOut = ['node_modules', '.git', '.shop-data', 'test-results'];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Breaks one rule after another in a copy of the project, and runs the test that guards it: a fault that no
 * test notices fails the run. An argument selects the faults whose name contains it. */
function tryDeliberateFaults(picked = ''): void {
  const copy = mkdtempSync(join(tmpdir(), 'toolyard-broken-'));
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !leftOut.includes(basename(path)) });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const tried = deliberateFaults.filter(({ name }) => name.includes(picked));
    const unnoticed = tried.filter((fault) => !isNoticed(copy, fault));
    say(`${tried.length - unnoticed.length} of ${tried.length} deliberate faults were noticed`);
    process.exitCode = unnoticed.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isNoticed(copy: string, fault: DeliberateFault): boolean {
  const file = join(copy, fault.file);
  const sound = readFileSync(file, 'utf8');
  if (sound.split(fault.rule).length !== 2)
    throw new Error(`${fault.name}: not once in ${fault.file}: ${fault.rule}`);
  writeFileSync(
    file,
    sound.replace(fault.rule, () => fault.broken),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', fault.project, '--bail', '1', fault.test],
    { cwd: copy, encoding: 'utf8' },
  );
  writeFileSync(file, sound);
  const noticed = status !== 0 && /Tests .*\d+ failed/.test(stdout);
  say(`${noticed ? 'noticed ' : 'UNNOTICED'} ${fault.name} (${fault.test})`);
  return noticed;
}

tryDeliberateFaults(process.argv[2]);
