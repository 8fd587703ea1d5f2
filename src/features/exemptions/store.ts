import { type Insertable, type Selectable, sql } from 'kysely';
import { addDays } from '#contracts/time-zone.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Page } from '#platform/jobs/do-alone.ts';
import type { Exemption } from './contract.ts';
import { WARN_DAYS } from './rules.ts';
import { exemptionLabel } from './texts.ts';

export type ExemptionRow = Selectable<Tables['exemption_certificates']>;
type OwnedRow = ExemptionRow & { email: string | null };

const MOST_PENDING = 100;

/** Stores a certificate with its file. */
export async function insertExemption(
  tx: DatabaseTransaction,
  row: Insertable<Tables['exemption_certificates']> & { id: string },
  content: Buffer,
): Promise<void> {
  await tx.insertInto('exemption_certificates').values(row).execute();
  await tx.insertInto('exemption_files').values({ certificate_id: row.id, content }).execute();
}

const selectOwned = (db: Database) =>
  db
    .selectFrom('exemption_certificates')
    .innerJoin('users', 'users.id', 'user_id')
    .selectAll('exemption_certificates')
    .select('users.email');

/** Finds a certificate with its owner's email. */
export const findExemption = (db: Database, id: string): Promise<OwnedRow | undefined> =>
  selectOwned(db).where('exemption_certificates.id', '=', id).executeTakeFirst();

/** Finds a certificate and locks it until the transaction ends. */
export const lockExemption = (tx: DatabaseTransaction, id: string): Promise<OwnedRow | undefined> =>
  selectOwned(tx)
    .where('exemption_certificates.id', '=', id)
    .forUpdate('exemption_certificates')
    .executeTakeFirst();

/** Lists a person's certificates, newest first. */
export const listExemptions = (db: Database, userId: string): Promise<OwnedRow[]> =>
  selectOwned(db).where('user_id', '=', userId).orderBy('exemption_certificates.id', 'desc').execute();

/** Lists certificates that nobody has checked, oldest first. */
export const listPending = (db: Database): Promise<OwnedRow[]> =>
  selectOwned(db)
    .where('exemption_certificates.state', '=', 'pending')
    .orderBy('exemption_certificates.id')
    .limit(MOST_PENDING)
    .execute();

/** Counts a person's certificates. */
export async function countExemptions(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('exemption_certificates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Reads a certificate's file. */
export async function readExemptionFile(db: Database, id: string): Promise<Buffer | undefined> {
  const file = db.selectFrom('exemption_files').select('content').where('certificate_id', '=', id);
  return (await file.executeTakeFirst())?.content;
}

/** Yields the files of a person's certificates, each read when it is consumed. */
export async function* filesOfExemptions(
  db: Database,
  userId: string,
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const certificates = await db
    .selectFrom('exemption_certificates')
    .select(['id', 'media_type'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  for (const [nth, { id, media_type }] of certificates.entries()) {
    const bytes = await readExemptionFile(db, id);
    if (bytes) yield { name: `certificate-${nth + 1}.${endingOf(media_type)}`, bytes };
  }
}

/** Returns the end of the name of a certificate's file. */
export const endingOf = (mediaType: string): string => mediaType.slice(mediaType.indexOf('/') + 1);

/** Records the outcome of a check. The transaction has locked the certificate. */
export async function updateExemption(
  tx: DatabaseTransaction,
  id: string,
  outcome: Pick<ExemptionRow, 'state' | 'reason' | 'checked_by' | 'checked_at'>,
): Promise<void> {
  await tx.updateTable('exemption_certificates').set(outcome).where('id', '=', id).execute();
}

/** Deletes a certificate, unless it is approved or a payment names it. Returns whether it was deleted. */
export async function removeExemption(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('exemption_certificates')
    .where('id', '=', id)
    .where('state', '<>', 'approved')
    .where(isUnused)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const isUnused = sql<boolean>`not exists (select from payments where exemption_id = exemption_certificates.id)`;

/** Deletes a person's certificates that no payment names: what is left, the books need. */
export async function deleteUnusedExemptions(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.deleteFrom('exemption_certificates').where('user_id', '=', userId).where(isUnused).execute();
}

/** A certificate that counts: its states, and what papers say of it. */
export type ValidExemption = { id: string; states: readonly string[]; label: string };

/** Finds a person's approved certificates that are valid on a day. */
export async function findValidExemptions(
  db: Database,
  userId: string,
  today: string,
): Promise<ValidExemption[]> {
  const rows = await db
    .selectFrom('exemption_certificates')
    .select(['id', 'states', 'kind', 'number'])
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .where(({ eb, or }) => or([eb('expires_on', 'is', null), eb('expires_on', '>=', today)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id, states, kind, number }) => ({ id, states, label: exemptionLabel[kind](number) }));
}

/** Lists approved certificates that expire soon, and of whose expiry their owners were not warned, by id. */
export function listExpiring(db: Database, today: string, { afterId, limit }: Page): Promise<ExemptionRow[]> {
  return db
    .selectFrom('exemption_certificates')
    .selectAll()
    .where('state', '=', 'approved')
    .where('expires_on', '>=', today)
    .where('expires_on', '<=', addDays(today, WARN_DAYS))
    .where(sql<boolean>`warned_of is distinct from expires_on`)
    .$if(afterId !== undefined, (query) => query.where('id', '>', afterId ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Records that the owner of a certificate is warned of its expiry; false if they have been. */
export async function noteWarned(tx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('exemption_certificates')
    .set({ warned_of: sql`expires_on` })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where(sql<boolean>`warned_of is distinct from expires_on`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Serializes a certificate for the wire. `today`: the shop's current day. */
export function serializeExemption(row: OwnedRow, today: string): Exemption {
  const isExpired = row.expires_on !== null && row.expires_on < today;
  return {
    _id: row.id,
    email: row.email ?? '',
    kind: row.kind,
    number: row.number,
    states: row.states,
    expiresOn: row.expires_on,
    state: row.state,
    reason: row.reason,
    isValid: row.state === 'approved' && !isExpired,
    isExpired,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    uploadedAt: row.uploaded_at.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
  };
}
