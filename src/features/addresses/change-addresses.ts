import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { asPostWrites, findAddressProblems } from './address-rules.ts';
import { type AddressChange, MAX_ADDRESSES } from './contract.ts';
import { nameOfCountry } from './country-rules.ts';
import { readPhone } from './phone-rules.ts';
import {
  type AddressRow,
  findAddress,
  findAddresses,
  insertAddress,
  noSuchAddress,
  removeAddress,
  setDefault,
  updateAddress,
} from './store.ts';
import { addressErrorTexts as texts } from './texts.ts';

/** An address and its owner. */
type Which = { userId: string; id: string };

/** Runs `change` in a transaction that locks the user, so that no other call changes the address book. */
function changing<Result>(
  context: AppContext,
  userId: string,
  change: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return context.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    return change(tx);
  });
}

/** Adds an address to a user's book; the first becomes the default. @throws AppError invalid_input naming the
 * field; conflict if the book is full. */
export async function addAddress(
  context: AppContext,
  userId: string,
  change: AddressChange,
): Promise<AddressRow> {
  const columns = columnsOf(change);
  const now = context.clock.now();
  return changing(context, userId, async (tx) => {
    const kept = await findAddresses(tx, userId);
    if (kept.length >= MAX_ADDRESSES) throw new AppError('conflict', texts.tooMany(MAX_ADDRESSES));
    const id = uuid();
    const row = await insertAddress(tx, {
      ...columns,
      id,
      user_id: userId,
      is_default: kept.length === 0,
      created_at: now,
      updated_at: now,
    });
    await recordAudit(context, tx, { action: 'address_added', userId, details: { addressId: id } });
    return row;
  });
}

/** Changes an address; earlier orders keep the old one. @throws AppError invalid_input; not_found. */
export async function changeAddress(
  context: AppContext,
  { userId, id }: Which,
  change: AddressChange,
): Promise<AddressRow> {
  const columns = columnsOf(change);
  return changing(context, userId, async (tx) => {
    const row = await updateAddress(tx, userId, id, { ...columns, updated_at: context.clock.now() });
    if (!row) throw noSuchAddress();
    await recordAudit(context, tx, { action: 'address_changed', userId, details: { addressId: id } });
    return row;
  });
}

/** Deletes an address; if it was the default, the newest of the others becomes the default. @throws AppError
 * not_found. */
export async function deleteAddress(
  context: AppContext,
  { userId, id }: Which,
): Promise<{ deletedCount: number }> {
  return changing(context, userId, async (tx) => {
    const address = await findAddress(tx, userId, id);
    if (!address) throw noSuchAddress();
    await removeAddress(tx, id);
    const [next] = address.is_default ? await findAddresses(tx, userId) : [];
    if (next) await setDefault(tx, userId, next.id);
    await recordAudit(context, tx, { action: 'address_deleted', userId, details: { addressId: id } });
    return { deletedCount: 1 };
  });
}

/** Makes an address the default. @throws AppError not_found. */
export async function makeDefaultAddress(
  context: AppContext,
  { userId, id }: Which,
): Promise<{ modifiedCount: number }> {
  return changing(context, userId, async (tx) => {
    const address = await findAddress(tx, userId, id);
    if (!address) throw noSuchAddress();
    if (address.is_default) return { modifiedCount: 0 };
    await setDefault(tx, userId, id);
    await recordAudit(context, tx, { action: 'address_made_default', userId, details: { addressId: id } });
    return { modifiedCount: 1 };
  });
}

/** @throws AppError invalid_input naming the first invalid field. */
function columnsOf({ phone: typed, ...change }: AddressChange) {
  const { country } = change;
  const address = asPostWrites(change);
  const [problem] = findAddressProblems(address);
  if (problem) throw new AppError('invalid_input', problem.message, { field: problem.field });
  const phone = typed && readPhone(typed, country)?.e164;
  if (phone === undefined)
    throw new AppError('invalid_input', texts.wrongPhone(nameOfCountry(country)), { field: 'phone' });
  const { postalCode: postal_code, ...columns } = address;
  return { ...columns, postal_code, phone };
}
