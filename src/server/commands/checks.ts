import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { owedRefunds } from '#features/orders/movement-store.ts';
import { findStockDifferences, type StockDifference } from '#features/orders/stock-differences.ts';
import { describeLostPictures, findLostPictures } from '#features/pictures/find-lost-pictures.ts';
import { versionNotes } from '#platform/advisories.ts';
import { systemClock } from '#platform/clock.ts';
import type { Config } from '#platform/config/config.ts';
import { clockDifferenceSeconds } from '#platform/database/check-server.ts';
import type { Database } from '#platform/database/database.ts';
import { findMigrations } from '#platform/database/migrate.ts';
import { ImageHostUnavailable } from '#platform/images/image-host.ts';
import { readJobFigures } from '#platform/jobs/jobs.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { assertPortIsFree } from '#server/shop/listen.ts';
import { nearestFolder } from '#server/shop/shop-figures.ts';
import { madeUpContacts } from '#server/shop/start-shop.ts';
import { findDatabaseFolder } from '../../../packages/embedded-postgres/src/index.ts';

const SHOP_ANSWERS_MS = 2_000;
const LITTLE_ROOM_BYTES = 1e9;
/** Maximum number of tools with a stock difference that are named. */
const NAMED_TOOLS = 20;

/** A result about one thing: `good`, a `note` for the operator, or `bad` if it keeps the shop from
 * working. */
export type Finding = { about: string; state: 'good' | 'note' | 'bad'; words: string };

/** A finding that everything is in order. */
export const good = (about: string, words: string): Finding => ({ about, state: 'good', words });
/** A finding that the operator should know about. */
export const note = (about: string, words: string): Finding => ({ about, state: 'note', words });
/** A finding that keeps the shop from working. */
export const bad = (about: string, words: string): Finding => ({ about, state: 'bad', words });

/** Checks one thing: the result of `look` is good, an error is bad. */
export function check(about: string, look: () => Promise<string>): Promise<Finding> {
  return look().then(
    (words) => good(about, words),
    (error: unknown) => bad(about, error instanceof Error ? error.message : String(error)),
  );
}

/** Checks whether the data folder, or the folder that would contain it, is writable, and its free space.
 * Creates no folder. */
export async function checkFolder({ dataDir }: Config): Promise<Finding> {
  const folder = nearestFolder(dataDir);
  let room = 0;
  const finding = await check('Data folder', async () => {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is a file, not a folder`);
    const file = join(folder, `.doctor-${randomUUID()}`);
    await writeFile(file, 'a line', { flush: true });
    await rm(file);
    const { bavail, bsize } = await statfs(folder);
    room = bavail * bsize;
    const free = `${(room / 1e9).toFixed(1)} GB free`;
    return folder === dataDir ? `${dataDir}, ${free}` : `${dataDir}, which the first start creates; ${free}`;
  });
  return finding.state === 'good' && room < LITTLE_ROOM_BYTES ? { ...finding, state: 'note' } : finding;
}

/** Creates a folder for a trial start, on the disk of the data folder. */
export async function makeTrialFolder(dataDir: string) {
  const trial = await mkdtemp(join(nearestFolder(dataDir), '.doctor-'));
  // As root, PostgreSQL runs as another user, who must be able to traverse it.
  await chmod(trial, 0o711);
  const remove = async () => {
    await rm(await findDatabaseFolder(trial), { recursive: true, force: true });
    await rm(trial, { recursive: true, force: true });
  };
  return { dataDir: trial, remove };
}

/** Checks whether the shop can listen on its port, or already does. */
export function checkPort({ host, port }: Config): Promise<Finding> {
  return check('Port', async () => {
    if ((await get(host, port, '/healthz')) === '{"status":"ok"}') return `${port}: the shop is open there`;
    await assertPortIsFree({ host, port });
    return `${port} on ${host} is free`;
  });
}

/** Checks the same for the metrics port. */
export function checkMetricsPort({ host, port }: { host: string; port: number }): Promise<Finding> {
  return check('Metrics', async () => {
    const figures = await get(host, port, '/metrics');
    if (figures?.includes('\ntoolyard_')) return `${port}: the shop’s figures are there`;
    await assertPortIsFree({ host, port, settings: { port: 'METRICS_PORT', host: 'METRICS_HOST' } });
    return `${port} on ${host} is free`;
  });
}

/** Fetches an address of this machine; `undefined` if no suitable answer comes in time. */
async function get(host: string, port: number, path: string): Promise<string | undefined> {
  const near = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const signal = AbortSignal.timeout(SHOP_ANSWERS_MS);
    const reply = await fetch(`http://${near}:${port}${path}`, { signal });
    return reply.ok ? await reply.text() : undefined;
  } catch {
    return undefined;
  }
}

type Parts = Pick<AppContext, 'db' | 'config'> & { imageHost: Pick<AppContext['imageHost'], 'has'> };

/** Checks the database: version, clock, durability, and the outbox. */
export async function checkDatabase(parts: Parts, server: DatabaseServer): Promise<Finding[]> {
  const about = 'Database';
  const { db, config } = parts;
  const { rows } = await sql<{ version: string; durable: boolean }>`
    select current_setting('server_version') as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`.execute(
    db,
  );
  const version = rows[0]?.version ?? '';
  const findings = [
    good(about, `${server.summary}, version ${version}`),
    ...versionNotes('postgresql', version).map((words) => note('Version', words)),
  ];
  const apart = await clockDifferenceSeconds(db, systemClock);
  if (apart !== 0) {
    const side = apart > 0 ? 'ahead of' : 'behind';
    const words = `its clock is ${Math.abs(apart)} seconds ${side} this machine’s: set both, or payments may stop`;
    findings.push(note(about, words));
  }
  if (!rows[0]?.durable) {
    const words = 'fsync or synchronous_commit is off: a crash may lose confirmed orders';
    findings.push(config.mode === 'live' ? bad(about, words) : note(about, words));
  }
  return [...findings, ...(await checkTables(parts))];
}

async function checkTables({ db, config, imageHost }: Parts): Promise<Finding[]> {
  const about = 'Tables';
  const { applied, pending, newer, ahead } = await findMigrations(db);
  if (newer.length > 0) {
    const versions = newer.join(', ');
    const words = `a newer version of the shop has changed them (${versions}), and this one can’t use them`;
    return [bad(about, words)];
  }
  if (applied.length === 0) return [note(about, 'none yet; the first start creates them')];
  if (pending.length > 0)
    return [note(about, `at ${applied.at(-1)}; the next start applies ${pending.join(', ')}`)];
  const figures = await readJobFigures(db);
  const due = figures.reduce((sum, kind) => sum + kind.due, 0);
  const givenUp = figures.reduce((sum, kind) => sum + kind.givenUp, 0);
  const oldestDueSeconds = Math.max(0, ...figures.map((kind) => kind.oldestDueSeconds));
  const waiting = due > 0 ? `, for ${Math.round(oldestDueSeconds)} seconds` : '';
  const outbox = `${due} jobs due${waiting}; ${givenUp} given up after their last try`;
  return [
    ahead.length > 0
      ? note(about, `ahead of this version (${ahead.join(', ')}), which can go on with them`)
      : good(about, `at ${applied.at(-1)}`),
    givenUp > 0 ? note('Outbox', outbox) : good('Outbox', outbox),
    await checkStock(db),
    ...(await checkPictures({ db, imageHost })),
    await checkRefunds(db),
    await checkContacts({ db, config }),
  ];
}

/** Checks whether the files of the pictures that the database names are there. */
async function checkPictures({ db, imageHost }: Pick<Parts, 'db' | 'imageHost'>): Promise<Finding[]> {
  const about = 'Pictures';
  try {
    const found = await findLostPictures(db, imageHost);
    if (found.pictures === 0) return [];
    const words = describeLostPictures(found);
    if (found.lost > 0) return [bad(about, words)];
    return [found.unasked > 0 ? note(about, words) : good(about, words)];
  } catch (error) {
    if (!(error instanceof ImageHostUnavailable)) throw error;
    return [note(about, `whether any is lost cannot be asked: ${error.message}`)];
  }
}

/** Checks whether the shop's contacts are its own: a live shop does not start with placeholders. */
async function checkContacts({ db, config }: Pick<Parts, 'db' | 'config'>): Promise<Finding> {
  const about = 'Contacts';
  const words = await madeUpContacts({ db });
  if (!words) return good(about, 'address and email are the shop’s own');
  return config.mode === 'live' ? bad(about, `${words}, with SHOP_MODE=trial`) : note(about, words);
}

/** Checks whether money is owed to buyers. */
async function checkRefunds(db: Database): Promise<Finding> {
  const { rows } = await sql<{ due: number; failed: number }>`
    select count(*) filter (where state = 'due') as due, count(*) filter (where state = 'failed') as failed
    from (${owedRefunds}) owed`.execute(db);
  const { due = 0, failed = 0 } = rows[0] ?? {};
  if (due + failed === 0) return good('Refunds', 'none is due');
  const words = `${due} due, ${failed} failed`;
  return failed > 0
    ? note('Refunds', `${words}: try these again in Manage Orders or the card provider’s dashboard`)
    : good('Refunds', `${words}; the card provider is asked every five minutes`);
}

/** Checks whether the units of every tool add up, from independent records; names those that do not. */
async function checkStock(db: Database): Promise<Finding> {
  const { count, tools } = await findStockDifferences(db, NAMED_TOOLS);
  if (count === 0)
    return good('Stock', 'the counts of all tools match their movements, paid orders, and reservations');
  const named = tools.map((tool) => `${tool.name} (${tool.toolId}) ${inWords(tool).join(' and ')}`);
  const more = count > tools.length ? `, and ${count - tools.length} more` : '';
  return bad('Stock', `the counts of tools do not match their movements: ${named.join(', ')}${more}`);
}

/** Describes what does not add up for a tool: the count comes first, as others follow from it. */
function inWords(tool: StockDifference): string[] {
  const { available, sum, held, heldFor, sold, ordered, returned, takenBack, received, accounted } = tool;
  if (available !== sum) return [`has ${available}, not ${sum}`];
  return [
    ...(held === heldFor ? [] : [`${held} reserved, but ${heldFor} by payments and quotes`]),
    ...(sold === ordered ? [] : [`${sold} sold, but ${ordered} paid for`]),
    ...(returned === takenBack ? [] : [`${returned} returned, but ${takenBack} by its orders`]),
    ...(received === accounted ? [] : [`${received} received, but ${accounted} in stock or sold`]),
  ];
}
