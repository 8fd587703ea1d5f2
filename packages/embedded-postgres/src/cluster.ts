import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { diskFull, EmbeddedPostgresError, errorCode, explainFileError, gaveUpOnFullDisk } from './failure.ts';
import { runKept } from './keeper.ts';
import { appPassword, makePassword, readPassword } from './password.ts';
import { clusterOf, type Place } from './place.ts';

/** The role that owns the tables, and its database. The superuser `postgres` cannot sign in at all. */
export const shopRole = 'toolyard';

/** The role that the shop serves as: it gets its rights from the owner of the tables. */
export const appRole = 'toolyard_app';

const signInRules = `local all ${shopRole},${appRole} scram-sha-256\n`;

const draftPrefix = 'data.new-';

/**
 * Makes the cluster where there is none: UTF-8, locale C.UTF-8 by PostgreSQL's own provider, checksums on, with the shop's role
 * and database. It appears under its name only when complete, so that a start killed in the middle leaves nothing to trip over.
 * @returns the shop role's password
 * @throws EmbeddedPostgresError when the cluster is another version's or cannot be made
 */
export async function prepareCluster(
  place: Place,
  binaries: Binaries,
  options: { durable: boolean; say: (line: string) => void },
): Promise<string> {
  const data = clusterOf(place.folder);
  await removeDrafts(place.folder);
  const version = await versionOf(data);
  const password = await readPassword(place.folder);
  if (version === undefined) {
    options.say(`Setting up a new PostgreSQL database in ${place.folder}.`);
    const fresh = password ?? (await makePassword(place.folder, place.runAs));
    await makeCluster(place, binaries, { password: fresh, durable: options.durable });
    return fresh;
  }
  if (version !== binaries.majorVersion) throw otherVersion(data, version, binaries.majorVersion);
  await addAppRole(place, binaries, password);
  return password ?? (await renewPassword(place, binaries));
}

/** A cluster of before the shop served as a role of its own gets that role. The rules show whether it was done. */
async function addAppRole(place: Place, binaries: Binaries, password = ''): Promise<void> {
  const data = clusterOf(place.folder);
  const rules = join(data, 'pg_hba.conf');
  if ((await readFile(rules, 'utf8')).includes(appRole)) return;
  const isMade = `EXISTS (SELECT FROM pg_roles WHERE rolname = $$${appRole}$$)`;
  await runSingleUser(place, binaries, data, [
    `DO 'BEGIN IF NOT ${isMade} THEN CREATE ROLE ${appRole} LOGIN; END IF; END'`,
    `ALTER ROLE ${appRole} PASSWORD '${appPassword(password)}'`,
    `GRANT ${appRole} TO ${shopRole}`,
  ]);
  await writeFile(rules, signInRules);
}

async function makeCluster(
  place: Place,
  binaries: Binaries,
  options: { password: string; durable: boolean },
): Promise<void> {
  const draft = join(place.folder, `${draftPrefix}${randomBytes(4).toString('hex')}`);
  await initialise(place, binaries, draft, options.durable);
  await writeFile(join(draft, 'pg_hba.conf'), signInRules);
  await runSingleUser(place, binaries, draft, [
    `CREATE ROLE ${shopRole} LOGIN CREATEDB PASSWORD '${options.password}'`,
    `CREATE ROLE ${appRole} LOGIN PASSWORD '${appPassword(options.password)}'`,
    `GRANT ${appRole} TO ${shopRole}`,
    `GRANT pg_monitor TO ${shopRole}`,
    `CREATE DATABASE ${shopRole} OWNER ${shopRole}`,
  ]);
  await rename(draft, clusterOf(place.folder));
}

async function initialise(place: Place, binaries: Binaries, draft: string, durable: boolean): Promise<void> {
  // The provider decides order and case; LC_CTYPE only serves the extensions that still ask the system.
  const first = await initdb(place, binaries, draft, 'C.UTF-8', durable);
  const result = /invalid locale/i.test(first.output)
    ? await initdb(place, binaries, draft, 'C', durable)
    : first;
  if (result.code !== 0) throw await couldNotMake(place.folder, result.output);
}

function initdb(place: Place, binaries: Binaries, draft: string, ctype: string, durable: boolean) {
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
  ];
  const args = [
    '-D',
    draft,
    '-U',
    'postgres',
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    '--auth=reject',
  ];
  return runKept({
    command: binaries.initdb,
    args: durable ? args : [...args, '--no-sync'],
    runAs: place.runAs,
    stopSignal: 'TERM',
  });
}

/** Runs statements as the superuser on a cluster that is not running, each on one line. */
async function runSingleUser(
  place: Place,
  binaries: Binaries,
  data: string,
  statements: string[],
): Promise<void> {
  const args = ['--single', '-D', data, '-c', 'exit_on_error=on', 'postgres'];
  const kept = { command: binaries.postgres, args, runAs: place.runAs, stopSignal: 'TERM' as const };
  const { code, output } = await runKept(kept, `${statements.join('\n')}\n`);
  if (code !== 0) throw await couldNotMake(place.folder, output);
}

/** Gives the shop's role a new password when the file with the old one is gone. */
async function renewPassword(place: Place, binaries: Binaries): Promise<string> {
  const password = await makePassword(place.folder, place.runAs);
  await runSingleUser(place, binaries, clusterOf(place.folder), [
    `ALTER ROLE ${shopRole} PASSWORD '${password}'`,
    `ALTER ROLE ${appRole} PASSWORD '${appPassword(password)}'`,
  ]);
  return password;
}

/** The major version in PG_VERSION; undefined where there is no cluster. */
async function versionOf(data: string): Promise<string | undefined> {
  try {
    return (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFileError(error, data);
  }
  await rmdir(data).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw notACluster(data);
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
    `The database in ${data} was made by PostgreSQL ${found}; this shop brings PostgreSQL ${wanted}. Start it with the release of the shop that made it, move the data with pg_dump and pg_restore, or set SHOP_DATA_DIR to another folder.`,
  );
}

function notACluster(data: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${data} is not a PostgreSQL database: it lacks the file PG_VERSION. Bring back a good copy, or move it away to begin with an empty database.`,
  );
}
