import { createHmac, randomBytes } from 'node:crypto';
import { chown, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder, type Say } from './database-folder.ts';
import { diskFull, EmbeddedPostgresError, errorCode, explainFileError, gaveUpOnFullDisk } from './failure.ts';
import { runSupervised } from './supervisor.ts';

/** The roles that may sign in: the owner of the database, which has the same name, and one that has only the
 * rights granted to it. The superuser `postgres` cannot sign in. */
export type Roles = { owner: string; app: string };

const draftPrefix = 'data.new-';

/** Creates the cluster if there is none: UTF-8, locale C.UTF-8 by PostgreSQL's builtin provider, checksums
 * on, with the roles and the owner's database. It gets its final name only when complete, so that an
 * interrupted start leaves no partial cluster. Missing roles or a lost password are restored. @returns the
 * owner's password @throws EmbeddedPostgresError if the cluster has another version or cannot be created */
export async function prepareCluster(
  folder: DatabaseFolder,
  binaries: Binaries,
  options: { roles: Roles; durable: boolean; say: Say },
): Promise<string> {
  const { roles } = options;
  const data = clusterOf(folder.path);
  await removeDrafts(folder.path);
  const version = await versionOf(data);
  if (version !== undefined && version !== binaries.majorVersion)
    throw otherVersion(data, version, binaries.majorVersion);
  const kept = await readPassword(folder.path);
  const password = kept ?? randomBytes(24).toString('base64url');
  const statements = roleStatements(roles, password);
  if (version === undefined) {
    options.say(`Setting up a new PostgreSQL database in ${folder.path}.`);
    const draft = join(folder.path, `${draftPrefix}${randomBytes(4).toString('hex')}`);
    await initialise(folder, binaries, draft, options.durable);
    statements.push(`CREATE DATABASE ${roles.owner} OWNER ${roles.owner}`);
    await runSingleUser(folder, binaries, draft, statements);
    await writeFile(join(draft, 'pg_hba.conf'), signInRules(roles));
    if (!kept) await keepPassword(folder, password);
    await rename(draft, data);
    return password;
  }
  const rules = join(data, 'pg_hba.conf');
  const isAdmitted = (await readFile(rules, 'utf8')).includes(roles.app);
  if (!kept || !isAdmitted) await runSingleUser(folder, binaries, data, statements);
  if (!isAdmitted) await writeFile(rules, signInRules(roles));
  if (!kept) await keepPassword(folder, password);
  return password;
}

/** The password of the second role, which need not be stored: it derives from the owner's. */
export function appPassword({ app }: Roles, ownerPassword: string): string {
  return createHmac('sha256', ownerPassword).update(app).digest('base64url');
}

/** Reads the owner's password from the database's folder; undefined if there is none. */
export async function readPassword(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(folder), 'utf8')).trim() || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFileError(error, folder);
  }
}

/** Stores the password in a file that only the database's user, and root, can read. */
async function keepPassword({ path: folder, runAs }: DatabaseFolder, password: string): Promise<void> {
  const draft = `${passwordFile(folder)}.new`;
  try {
    await writeFile(draft, `${password}\n`, { mode: 0o600, flush: true });
    if (runAs) await chown(draft, runAs.uid, runAs.gid);
    await rename(draft, passwordFile(folder));
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

function passwordFile(folder: string): string {
  return join(folder, 'password');
}

/** Grants both roles their rights and passwords, creating missing roles; safe to repeat. */
function roleStatements(roles: Roles, password: string): string[] {
  const { owner, app } = roles;
  const made = (role: string) =>
    `DO 'BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = $$${role}$$) THEN CREATE ROLE ${role}; END IF; END'`;
  return [
    made(owner),
    made(app),
    // Letters, digits, `-` and `_`: nothing that needs quoting.
    `ALTER ROLE ${owner} LOGIN CREATEDB PASSWORD '${password}'`,
    `ALTER ROLE ${app} LOGIN PASSWORD '${appPassword(roles, password)}'`,
    `GRANT ${app}, pg_monitor TO ${owner}`,
  ];
}

function signInRules({ owner, app }: Roles): string {
  return `local all ${owner},${app} scram-sha-256\n`;
}

async function initialise(
  folder: DatabaseFolder,
  binaries: Binaries,
  draft: string,
  durable: boolean,
): Promise<void> {
  const makeWith = (ctype: string) => {
    const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const args = ['-D', draft, '-U', 'postgres', '--encoding=UTF8', ...locale, `--lc-ctype=${ctype}`];
    args.push('--data-checksums', '--auth=reject', ...(durable ? [] : ['--no-sync']));
    return runSupervised({ command: binaries.initdb, args, runAs: folder.runAs, stopSignal: 'TERM' });
  };
  // The provider determines order and case; LC_CTYPE only matters to extensions that still use the system's
  // locale.
  let result = await makeWith('C.UTF-8');
  if (/invalid locale/i.test(result.output)) result = await makeWith('C');
  if (result.code !== 0) throw await couldNotMake(folder.path, result.output);
}

/** Runs statements as the superuser on a stopped cluster, each on one line. */
async function runSingleUser(
  folder: DatabaseFolder,
  binaries: Binaries,
  data: string,
  statements: string[],
): Promise<void> {
  const args = ['--single', '-D', data, '-c', 'exit_on_error=on', 'postgres'];
  const command = { command: binaries.postgres, args, runAs: folder.runAs, stopSignal: 'TERM' as const };
  const { code, output } = await runSupervised(command, `${statements.join('\n')}\n`);
  if (code !== 0) throw await couldNotMake(folder.path, output);
}

/** The major version in PG_VERSION; undefined if there is no cluster. */
async function versionOf(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFileError(error, data);
  }
  await rmdir(data).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return;
    throw new EmbeddedPostgresError(
      `${data} is not a PostgreSQL database: it lacks the file PG_VERSION. Bring back a good copy, or move it away to begin with an empty database.`,
    );
  });
  return undefined;
}

async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(draftPrefix));
  for (const draft of drafts) await rm(join(folder, draft), { recursive: true, force: true });
}

async function couldNotMake(folder: string, output: string): Promise<EmbeddedPostgresError> {
  const full = await gaveUpOnFullDisk(output, folder);
  await removeDrafts(folder);
  if (full) return diskFull(folder);
  const reason = output.split('\n').findLast((line) => /error|fatal|panic/i.test(line)) ?? output;
  return new EmbeddedPostgresError(`The database in ${folder} could not be set up: ${reason.trim()}`);
}

function otherVersion(data: string, found: string, wanted: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${data} was made by PostgreSQL ${found}; this release brings PostgreSQL ${wanted}. Start it with the release that made it, move the data with pg_dump and pg_restore, or use another data folder.`,
  );
}
