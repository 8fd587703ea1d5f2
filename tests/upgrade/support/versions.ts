import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { projectFolder } from '#server/pages/build-pages.ts';

/** What a running shop is made of. */
const PARTS = [
  'src',
  'packages',
  'database',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

const MIGRATIONS = 'database/migrations';

const fileOf = (migration: string) => `${MIGRATIONS}/${migration}.sql`;

/** A version of the shop to upgrade from: its commit, and what it is. */
export type EarlierVersion = { commit: string; what: string };

/** The versions that this one must take over from, each a commit that git has: the one landed before it, the
 * one before the newest migration, and one that differs in what people notice: it keeps no papers (decision
 * 122), and has other sessions (decision 11). Or those named in `UPGRADE_FROM`, with commas. @throws if the
 * history does not have them */
export function findEarlierVersions(): EarlierVersion[] {
  const named = process.env.UPGRADE_FROM?.split(',').map((commit) => ({ commit, what: commit }));
  const found = named ?? [
    { what: 'the version landed before', commit: beforeChangeOf(PARTS) },
    { what: 'the version before the newest migration', commit: beforeChangeOf([MIGRATIONS], 'A') },
    { what: 'the version before kept papers', commit: beforeChangeOf([fileOf('0126-kept-papers')], 'A') },
  ];
  const versions = found.map(({ commit, what }) => ({ what, commit: idOf(commit) }));
  return versions.filter(({ commit }, nth) => nth === versions.findIndex((each) => each.commit === commit));
}

/** The commit before the newest change of some files: HEAD, if that is not committed yet. `filter`: the kinds
 * of change, as of `git log --diff-filter`. */
function beforeChangeOf(paths: string[], filter = 'ACDMRT'): string {
  if (git('status', '--porcelain', '--', ...paths) !== '') return 'HEAD';
  return `${git('log', '-1', '--format=%H', `--diff-filter=${filter}`, '--no-renames', '--', ...paths)}~1`;
}

function idOf(commit: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
  } catch {
    const isShallow = git('rev-parse', '--is-shallow-repository') === 'true';
    throw new Error(
      `There is no commit ${commit} here${isShallow ? ', as the clone is shallow: git fetch --unshallow' : ''}. UPGRADE_FROM can name another.`,
    );
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
}

/** Puts a version as it was committed into a folder, installed and built. */
export async function installVersion(commit: string, folder: string): Promise<void> {
  await mkdir(folder);
  const archive = execFileSync('git', ['archive', commit], { cwd: projectFolder, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  const lockOf = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8');
  if ((await lockOf(folder)) === (await lockOf(projectFolder))) await linkModules(folder);
  else execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });
  const build = ['--import', './scripts/require-node-24.js', 'scripts/build.ts'];
  execFileSync(process.execPath, build, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Copies this version, uncommitted changes with it and built already, into a folder. */
export async function copyThisVersion(folder: string): Promise<void> {
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0');
  for (const path of [...files.filter(Boolean), 'build']) {
    const from = join(projectFolder, path);
    if (!existsSync(from)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(from, join(folder, path), { recursive: true });
  }
  await linkModules(folder);
  await keepBuild(folder);
}

/** A stamp that is as new as the files says that the build is theirs: the shop would build them again. */
const keepBuild = (folder: string) => utimes(join(folder, 'build/stamp'), new Date(), new Date());

/** Whether the version in a folder has a migration. */
export const hasMigration = (folder: string, migration: string) =>
  existsSync(join(folder, fileOf(migration)));

/** A word on every invoice, and another for it. */
const WORDS = ["issuedOn: 'Issued on'", "issuedOn: 'Date of issue'"] as const;

/** Gives a copy of this version a migration and other words on invoices, as a later one may have. */
export async function makeLater(folder: string, migration: URL): Promise<void> {
  await copyFile(migration, join(folder, MIGRATIONS, basename(migration.pathname)));
  const file = join(folder, 'src/features/invoices/invoice-texts.ts');
  const texts = await readFile(file, 'utf8');
  if (!texts.includes(WORDS[0])) throw new Error(`${file} has no ${WORDS[0]}`);
  await writeFile(file, texts.replace(...WORDS));
  await keepBuild(folder);
}

const linkModules = (folder: string) =>
  symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
