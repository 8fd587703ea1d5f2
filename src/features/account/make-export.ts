import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { filesOfExemptions } from '#features/exemptions/store.ts';
import { streamRows } from '#features/exports/send-export.ts';
import { keptPdf } from '#features/invoices/keep-invoice.ts';
import { findInvoicesOfUser } from '#features/invoices/store.ts';
import { filesOfReturns } from '#features/returns/store.ts';
import { findCurrentUser, hasVerifiedAddress, lockUser } from '#features/users/store.ts';
import { type CsvValue, writeCsv } from '#platform/csv.ts';
import { writeZip, type ZipEntry } from '#platform/write-zip.ts';
import type { AccountExport } from './contract.ts';
import { exportEmails } from './emails.ts';
import {
  addPart,
  beginTry,
  deleteOldExports,
  type ExportRow,
  endTry,
  findExport,
  replaceExport,
} from './export-store.ts';
import { type DataOwner, type DataRow, personalData } from './personal-data.ts';
import { exportErrorTexts, exportFileTexts } from './texts.ts';

const DAY_MS = 86_400_000;
/** How long a finished file is kept. */
const KEPT_MS = 7 * DAY_MS;
/** Minimum time between two copies. */
const PAUSE_MS = DAY_MS;
/** Attempts before it has failed, including interrupted ones. */
const MOST_TRIES = 5;
const PART_BYTES = 512 * 1024;
const PAPERS_AT_ONCE = 50;

const payloadSchema = z.object({ exportId: z.uuid() });

const waitMsOf = (row: ExportRow, now: Date) => row.asked_at.getTime() + PAUSE_MS - now.getTime();

/** An export as its owner sees it. */
export function serializeExport(row: ExportRow | undefined, now: Date): AccountExport {
  if (!row || (row.expires_at && row.expires_at <= now)) return { state: 'none' };
  if (row.state !== 'ready' || !row.expires_at)
    return { state: row.state === 'failed' ? 'failed' : 'making' };
  return {
    state: 'ready',
    url: '/account/export/file',
    until: row.expires_at.toISOString(),
    canRenew: waitMsOf(row, now) <= 0,
  };
}

/** Starts to make a copy of everything about a user, unless it is being made. @throws AppError not_signed_in
 * if the account is gone; too_many_requests within a day of the last finished one */
export async function startExport(context: AppContext, userId: string): Promise<AccountExport> {
  const now = context.clock.now();
  return context.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    const last = await findExport(tx, userId);
    const waitMs = last ? waitMsOf(last, now) : 0;
    if (last && last.state !== 'failed' && waitMs > 0) {
      if (last.state === 'making') return serializeExport(last, now);
      throw new AppError('too_many_requests', exportErrorTexts.oneADay, {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    }
    const id = uuid();
    await replaceExport(tx, { id, user_id: userId, asked_at: now });
    await context.jobs.enqueue(tx, 'make-account-export', { exportId: id });
    await recordAudit(context, tx, { action: 'data_requested', userId });
    return { state: 'making' };
  });
}

/** Handles the job `make-account-export`: writes the file in parts, and tells its owner. An interrupted try
 * is repeated from the start; after several the export has failed, which its owner is shown. */
export async function makeExport(context: AppContext, payload: unknown): Promise<void> {
  const { exportId: id } = payloadSchema.parse(payload);
  const begun = await beginTry(context.db, id);
  if (!begun) return;
  const { userId, tries } = begun;
  if (tries > MOST_TRIES) return fail(context, { id, tries });
  try {
    const size = await writeParts(context, { id, tries, userId });
    if (size !== undefined) await finish(context, { id, tries, userId, size });
  } catch (error) {
    if (tries < MOST_TRIES) throw error;
    context.log.error({ err: error }, 'a copy of a person’s data could not be made');
    await fail(context, { id, tries });
  }
}

type Try = { id: string; tries: number };

async function fail({ db }: AppContext, one: Try): Promise<void> {
  await endTry(db, one, { state: 'failed' });
}

/** Writes the file and returns its size; `undefined` if it is no longer wanted. */
async function writeParts(
  context: AppContext,
  { id, tries, userId }: Try & { userId: string },
): Promise<number | undefined> {
  const user = await findCurrentUser(context.db, userId);
  if (!user) return undefined;
  const isVerified = await hasVerifiedAddress(context.db, user);
  const { zone } = (await context.details.read()).time;
  const at = context.clock.now();
  let [size, position] = [0, 0];
  let gathered: Uint8Array[] = [];
  const flush = async () => {
    const bytes = Buffer.concat(gathered);
    gathered = [];
    size += bytes.length;
    return addPart(context.db, { id, tries, position: position++, bytes });
  };
  let gatheredBytes = 0;
  for await (const bytes of writeZip(filesOf(context, { ...user, isVerified }, zone), { at, zone })) {
    gathered.push(bytes);
    gatheredBytes += bytes.length;
    if (gatheredBytes < PART_BYTES) continue;
    gatheredBytes = 0;
    if (!(await flush())) return undefined;
  }
  return (await flush()) ? size : undefined;
}

async function finish(
  context: AppContext,
  { id, tries, userId, size }: Try & { userId: string; size: number },
): Promise<void> {
  const expiresAt = new Date(context.clock.now().getTime() + KEPT_MS);
  await context.db.transaction().execute(async (tx) => {
    const end = { state: 'ready', size_bytes: size, expires_at: expiresAt } as const;
    if (!(await endTry(tx, { id, tries }, end))) return;
    const user = await findCurrentUser(tx, userId);
    // Nothing else is sent to an address that nobody has verified (decision 81).
    if (!user || !(await hasVerifiedAddress(tx, user))) return;
    await enqueueEmail(context, tx, exportEmails.ready, { to: user.email, until: expiresAt.toISOString() });
  });
}

/** Every file of the archive: what there is of each kind as JSON and as CSV, the invoices as PDF, the
 * pictures and labels of returns, and the files of exemption certificates. */
async function* filesOf(context: AppContext, owner: DataOwner, zone: string): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', bytes: Buffer.from(exportFileTexts.readme) };
  for (const [name, query] of Object.entries(personalData(owner, context.config.currency))) {
    const { rows } = await sql<DataRow>`select * from (${query}) one limit 1`.execute(context.db);
    const [first] = rows;
    if (!first) continue;
    const blocks = () => streamRows(context.db, query);
    yield { name: `${name}.json`, parts: writeJson(blocks()) };
    const columns = Object.keys(first).map((key): [string, (row: DataRow) => CsvValue] => [
      nameOf(key),
      (row) => cellOf(key, row),
    ]);
    yield { name: `${name}.csv`, parts: writeCsv(columns, blocks(), zone) };
  }
  let after: string | undefined;
  do {
    const rows = await findInvoicesOfUser(context.db, owner.userId, after, PAPERS_AT_ONCE);
    for (const row of rows) yield { name: `invoices/${row.name}.pdf`, bytes: await keptPdf(context, row) };
    after = rows.at(-1)?.id;
  } while (after);
  for await (const { name, bytes } of filesOfReturns(context.db, owner.userId))
    yield { name: `returns/${name}`, bytes };
  for await (const { name, bytes } of filesOfExemptions(context.db, owner.userId))
    yield { name: `exemption-certificates/${name}`, bytes };
}

async function* writeJson(blocks: AsyncIterable<DataRow[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of blocks) {
    const written = rows.map((row) =>
      JSON.stringify(Object.fromEntries(Object.keys(row).map((key) => [nameOf(key), jsonOf(key, row)]))),
    );
    yield before + written.join(',\n');
    before = ',\n';
  }
  yield `${before === '[\n' ? before : '\n'}]\n`;
}

const CENTS = /_cents$/;

/** The name of a column as the API has it. */
const nameOf = (key: string) => key.replace(CENTS, '').replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

const isAmount = (key: string, value: unknown): value is number =>
  CENTS.test(key) && typeof value === 'number';

function jsonOf(key: string, row: DataRow): unknown {
  const value = row[key];
  return isAmount(key, value) ? toPrice(value, String(row.currency)) : value;
}

function cellOf(key: string, row: DataRow): CsvValue {
  const value = row[key];
  const currency = String(row.currency);
  if (isAmount(key, value)) return { number: toPrice(value, currency), decimals: currencyDigits(currency) };
  if (Array.isArray(value)) return value.join(' ');
  if (value === null || value instanceof Date || typeof value !== 'object') return value as CsvValue;
  return JSON.stringify(value);
}

/** Handles the job `forget-old-exports`. */
export async function forgetOldExports({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await deleteOldExports(db, now, new Date(now.getTime() - KEPT_MS - PAUSE_MS));
}
