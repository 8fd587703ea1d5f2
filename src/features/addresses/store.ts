import type { Insertable, Selectable, Updateable } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { formatAddressLine, linesOf, type PostalParts } from './address-rules.ts';
import type { Address } from './contract.ts';
import { readPhone } from './phone-rules.ts';
import { addressErrorTexts } from './texts.ts';

export type AddressRow = Selectable<Tables['addresses']>;

/** Returns a user's addresses: the default first, then the newest. */
export function findAddresses(db: Database, userId: string): Promise<AddressRow[]> {
  return selectAddresses(db, userId).execute();
}

/** Returns one of a user's own addresses; `undefined` if it is not theirs. */
export function findAddress(db: Database, userId: string, id: string): Promise<AddressRow | undefined> {
  return selectAddresses(db, userId).where('id', '=', id).executeTakeFirst();
}

/** Returns the address chosen for a payment's delivery or bill; `undefined` if none was. @throws AppError
 * not_found if it is not in the user's book. */
export async function findChosenAddress(
  db: Database,
  userId: string,
  { id, field }: { id: string | undefined; field: string },
): Promise<AddressRow | undefined> {
  const row = id === undefined ? undefined : await findAddress(db, userId, id);
  if (id !== undefined && !row) throw noSuchAddress(field);
  return row;
}

/** Also the error for another user's address. `field` is the input that named it. */
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

/** Changes one of a user's own addresses; `undefined` if it is not theirs. */
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

/** Makes one of a user's addresses the only default. The caller locks the user. */
export async function setDefault(tx: DatabaseTransaction, userId: string, id: string): Promise<void> {
  const ofUser = tx.updateTable('addresses').where('user_id', '=', userId);
  await ofUser.set({ is_default: false }).where('is_default', '=', true).where('id', '!=', id).execute();
  await ofUser.set({ is_default: true }).where('id', '=', id).execute();
}

/** Returns the parts of a stored address. */
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

/** Converts a stored address to one on the wire. */
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
