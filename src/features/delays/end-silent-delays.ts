import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { type DelayRow, endDelay, fillShipBy, findDelay, listSilent } from '#features/orders/delay-store.ts';
import { needsShipping } from '#features/orders/order-states.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { hasShipBy } from '#features/orders/ship-by.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';
import { cancelDelayed, consent } from './answer-delay.ts';

/** Handles the job `end-silent-delays`: writes until when orders must ship that lack it, and ends notices that
 * nobody answered in time, each alone. Notices that were sent are kept to wherever the shop is by now. */
export async function endSilentDelays(context: AppContext): Promise<void> {
  const { db, details } = context;
  if (await hasShipBy(context)) await fillShipBy(db, (await details.read()).region.zone);
  const today = await todayOf(context);
  const silent = inPages(
    (page) => listSilent(db, today, page),
    ({ id }) => id,
  );
  await forEachAlone(context, 'end-silent-delays', silent, {
    about: ({ id, order_id }) => ({ noticeId: id, orderId: order_id }),
    work: (notice) => endSilentDelay(context, notice),
  });
}

async function endSilentDelay(context: AppContext, { id, order_id }: DelayRow): Promise<void> {
  try {
    await context.db.transaction().execute(async (tx) => {
      const locked = await lockOrdersWithPayments(tx, [order_id]);
      const notice = await findDelay(tx, id);
      const [order] = locked.orders;
      if (notice?.state !== 'open' || !order) return;
      if (!needsShipping(order.state))
        return endDelay(tx, id, { state: 'ended', bySilence: false, at: context.clock.now() });
      if (notice.silence === 'consents') return consent(context, tx, notice, true);
      await cancelDelayed(context, tx, locked, notice, true);
    });
  } catch (error) {
    // The dispute decides about the money; the order stays in the list until then.
    if (!(error instanceof AppError && error.code === 'order_disputed')) throw error;
    context.log.info({ noticeId: id, orderId: order_id }, 'a delayed order is disputed');
  }
}
