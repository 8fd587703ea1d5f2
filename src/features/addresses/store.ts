import type { Insertable, Selectable, Updateable } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { formatAddressLine, linesOf, type PostalParts } from './address-rules.ts';
import type { Address } from './contract.ts';
import { readPhone } from './phone-rules.ts';
import { addressErrorTexts } from './texts.ts';

export type AddressRow = Selectable<Tables['addresses']>;

/** A person's addresses: the default one, then the newest. */
export function findAddresses(db: Database, userId: string): Promise<AddressRow[]> {
  return selectAddresses(db, userId).execute();
}

/** One of a person's own addresses; `undefined` where it is not theirs. */
export function findAddress(db: Database, userId: string, id: string): Promise<AddressRow | undefined> {
  return selectAddresses(db, userId).where('id', '=', id).executeTakeFirst();
}

/** The entry that a payment's goods or bill go to: the one that was chosen, else the one that all its
 * orders were placed with; `undefined` where they go by their own words. @throws AppError not_found for
 * what is not in the person's book. */
export async function findChosenAddress(
  db: Database,
  userId: string,
  chosen: { id: string | undefined; field: string; ordered?: readonly string[] },
): Promise<AddressRow | undefined> {
  const { id, field, ordered = [] } = chosen;
  if (id !== undefined) {
    const row = await findAddress(db, userId, id);
    if (!row) throw noSuchAddress(field);
    return row;
  }
  const [text, another] = new Set(ordered);
  if (text === undefined || another !== undefined) return undefined;
  return (await findAddresses(db, userId)).find((row) => formatAddressLine(partsOf(row)) === text);
}

/** Somebody else's address is not found either. `field` is the one that named it. */
export const noSuchAddress = (field?: string) =>
  new AppError('not_found', addressErrorTexts.noSuchAddress, { ...(field && { field }) });

const selectAddresses = (db: Database, userId: string) =>
  db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc');

export function insertAddress(
  tx: DatabaseTransaction,
  address: Insertable<Tables['addresses']>,
): Promise<AddressRow> {
  return tx.insertInto('addresses').values(address).returningAll().executeTakeFirstOrThrow();
}

/** Changes one of a person's own addresses; `undefined` where it is not theirs. */
export function updateAddress(
  tx: DatabaseTransaction,
  userId: string,
  id: string,
  change: Updateable<Tables['addresses']>,
): Promise<AddressRow | undefined> {
  return tx
    .updateTable('addresses')
    .set(change)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function removeAddress(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.deleteFrom('addresses').where('id', '=', id).execute();
}

/** Makes one of a person's addresses the default one, and no other. The person is locked. */
export async function setDefault(tx: DatabaseTransaction, userId: string, id: string): Promise<void> {
  const ofUser = tx.updateTable('addresses').where('user_id', '=', userId);
  await ofUser.set({ is_default: false }).where('is_default', '=', true).where('id', '!=', id).execute();
  await ofUser.set({ is_default: true }).where('id', '=', id).execute();
}

/** What stands in a stored address. */
export const partsOf = (row: Omit<AddressRow, 'id' | 'user_id' | 'is_default'>): PostalParts => ({
  country: row.country,
  name: row.name,
  company: row.company,
  line1: row.line1,
  line2: row.line2,
  district: row.district,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
});

/** Turns a stored address into one on the wire. */
export function serializeAddress(row: AddressRow): Address {
  const parts = partsOf(row);
  return {
    _id: row.id,
    ...parts,
    phone: readPhone(row.phone, row.country)?.shown ?? row.phone,
    isDefault: row.is_default,
    lines: linesOf(parts),
    text: formatAddressLine(parts),
  };
}
