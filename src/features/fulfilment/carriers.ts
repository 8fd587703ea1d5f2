import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Carrier, CarrierList } from '#features/orders/carrier-contract.ts';
import { carrierRuleTexts, parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import { breaksConstraint, type Database } from '#platform/database/database.ts';

/** Returns the carriers that staff choose from, in the owner's order. */
export async function listCarriers(db: Database): Promise<Carrier[]> {
  return db
    .selectFrom('carriers')
    .select(['id as _id', 'name', 'link'])
    .where('position', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Returns the id of the carrier with this name, null for none. The one with
 * `currentId` may have left the list.
 * @throws AppError invalid_input if the shop has no such carrier. */
export async function findCarrierId(
  db: Database,
  name: string | null,
  currentId: string | null = null,
): Promise<string | null> {
  if (name === null) return null;
  const carrier = await db
    .selectFrom('carriers')
    .select('id')
    .where('key', '=', sql<string>`name_key(${name})`)
    .where((eb) => eb.or([eb('position', 'is not', null), eb('id', '=', currentId)]))
    .orderBy((eb) => eb('id', '=', currentId), 'desc')
    .executeTakeFirst();
  if (carrier) return carrier.id;
  throw new AppError('invalid_input', parcelErrorTexts.noSuchCarrier(name), { field: 'carrier' });
}

/** Replaces the list of carriers. An omitted one can no longer be chosen, but its parcels keep their links.
 * @throws AppError conflict if an id is unknown, or two names are equal to the database. */
export async function setCarriers(context: AppContext, { carriers }: CarrierList): Promise<Carrier[]> {
  return context.db
    .transaction()
    .execute(async (tx) => {
      // Serialises changes of the list; readers are not blocked.
      await sql`lock table carriers in share row exclusive mode`.execute(tx);
      const before = new Set((await listCarriers(tx)).map(({ _id }) => _id));
      if (carriers.some(({ _id }) => _id !== undefined && !before.has(_id)))
        throw new AppError('conflict', carrierRuleTexts.gone, { field: 'carriers' });
      await tx.updateTable('carriers').set({ position: null }).where('position', 'is not', null).execute();
      for (const [nth, { _id, ...fields }] of carriers.entries()) {
        const row = { ...fields, position: nth + 1 };
        if (_id) await tx.updateTable('carriers').set(row).where('id', '=', _id).execute();
        else
          await tx
            .insertInto('carriers')
            .values({ id: uuid(), ...row })
            .execute();
      }
      await recordAudit(context, tx, { action: 'carriers_changed', details: { carriers: carriers.length } });
      return listCarriers(tx);
    })
    .catch(asTwiceError);
}

function asTwiceError(error: unknown): never {
  if (!breaksConstraint(error, 'carriers_have_own_names')) throw error;
  throw new AppError('conflict', carrierRuleTexts.twice, { field: 'carriers' });
}
