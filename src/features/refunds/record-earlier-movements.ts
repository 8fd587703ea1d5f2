import type { AppContext } from '#features/app-context.ts';
import {
  adoptEarlierMovements,
  insertMissingCharges,
  listPaymentsWithEarlierRefunds,
} from '#features/orders/movement-store.ts';
import { findPayment, lockPayment } from '#features/orders/payment-store.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';

const CHARGES_AT_ONCE = 1000;

/** Records the movements of payments that versions before 0118 took, in steps. A payment whose refunds change
 * before its turn has its own recorded then. */
export async function recordEarlierMovements(context: AppContext): Promise<void> {
  const { db } = context;
  let added: number;
  do added = await insertMissingCharges(db, { limit: CHARGES_AT_ONCE });
  while (added === CHARGES_AT_ONCE);
  const earlier = inPages((page) => listPaymentsWithEarlierRefunds(db, page), String);
  await forEachAlone(context, 'record-earlier-movements', earlier, {
    about: (paymentId) => ({ paymentId }),
    work: (paymentId) => adopt(context, paymentId),
  });
}

async function adopt({ db }: AppContext, paymentId: string): Promise<void> {
  const payment = await findPayment(db, paymentId);
  if (!payment) return;
  await db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, payment);
    await adoptEarlierMovements(tx, locked.payment);
  });
}
