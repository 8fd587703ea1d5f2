import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findToolDetails, unitPriceCents } from '#features/catalogue/store.ts';
import { assertNotInvoiced } from '#features/invoices/open-invoice.ts';
import type { Order } from '#features/orders/contract.ts';
import { checkSeenPrice, orderTotalCents } from '#features/orders/rules.ts';
import { updateOrder } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import { readPriceTerms } from '#features/shop-settings/read-details.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { changeUnpaid, type LockedOrder, paymentInProgress, readUnpaid } from './change-order.ts';

type AcceptPriceInput = { currentUser: CurrentUser; buyerId?: string; orderId: string; price: number };

/** Gives an unpaid order the tool's present unit price, which its buyer has seen (decision 27): `buyerId`
 * where staff say so for them. @throws AppError not_found, conflict, payment_in_progress, price_changed,
 * account_blocked, invalid_input; CardPaymentsError. */
export async function acceptPrice(context: AppContext, input: AcceptPriceInput): Promise<Order> {
  const { currentUser, orderId, buyerId = currentUser.userId } = input;
  await changeUnpaid(context, { currentUser, orderId, move: 'changed' }, async (tx, locked) => {
    // Staff may change the order of another; this yes is given for its buyer
    // only by the call that names them.
    if (locked.order.user_id !== buyerId) {
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    }
    await assertNotBlocked(context, tx, buyerId);
    return writePrice(context, tx, locked, input.price);
  });
  return readUnpaid(context, orderId);
}

async function writePrice(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, payments }: LockedOrder,
  price: number,
): Promise<undefined> {
  const terms = await readPriceTerms(context, tx);
  const tool = await findToolDetails(tx, order.tool_id);
  if (!tool) throw new AppError('conflict', paymentErrorTexts.toolGone);
  const unitCents = unitPriceCents(tool, order.quantity);
  checkSeenPrice(price, unitCents, terms);
  if (unitCents === order.unit_price_cents) return undefined;
  await assertNotInvoiced(tx, payments);
  if (payments.some(({ state }) => state === 'live')) throw paymentInProgress();
  const totalCents = orderTotalCents(unitCents, order.quantity, terms);
  await updateOrder(tx, order.id, { unit_price_cents: unitCents, total_cents: totalCents });
  await recordAudit(context, tx, {
    action: 'order_repriced',
    orderId: order.id,
    toolId: order.tool_id,
    details: {
      unitPriceCentsBefore: order.unit_price_cents,
      unitPriceCents: unitCents,
      totalCents,
    },
  });
  return undefined;
}
