import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Carrier, CarrierList } from '#features/orders/carrier-contract.ts';
import { carrierRuleTexts, parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import { breaksConstraint, type Database } from '#platform/database/database.ts';

/** The carriers that staff choose from, in the owner's order. */
export async function listCarriers(db: Database): Promise<Carrier[]> {
  return db
    .selectFrom('carriers')
    .select(['id as _id', 'name', 'link'])
    .where('position', 'is not', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** The id of the carrier of this name, null for none. That of `keptId` may have left the list.
 * @throws AppError invalid_input where the shop has no such carrier. */
export async function findCarrierId(
  db: Database,
  name: string | null,
  keptId: string | null = null,
): Promise<string | null> {
  if (name === null) return null;
  const carrier = await db
    .selectFrom('carriers')
    .select('id')
    .where('key', '=', sql<string>`name_key(${name})`)
    .where((eb) => eb.or([eb('position', 'is not', null), eb('id', '=', keptId)]))
    .orderBy((eb) => eb('id', '=', keptId), 'desc')
    .executeTakeFirst();
  if (carrier) return carrier.id;
  throw new AppError('invalid_input', parcelErrorTexts.noSuchCarrier(name), { field: 'carrier' });
}

/** Makes the list of carriers what is sent. One that is left out can no longer be chosen,
 * and its parcels keep their links.
 * @throws AppError conflict where one of the ids is of none, or two names are one to the database. */
export async function setCarriers(context: AppContext, { carriers }: CarrierList): Promise<Carrier[]> {
  return context.db
    .transaction()
    .execute(async (tx) => {
      // One list after the other; whoever reads them goes on.
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
