import type { AppContext } from '#features/app-context.ts';
import { invoiceOpen, isOpenInvoice } from '#features/invoices/open-invoice.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { checkSeenPrice } from '#features/orders/rules.ts';
import { ownUnpaid } from '#features/orders/unpaid-orders.ts';
import { readPriceTerms } from '#features/shop-settings/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { ByHand } from '../prepare-payment.ts';

type Marked = {
  buyer: CurrentUser;
  orderIds: string[];
  price?: number | undefined;
  deliveryMethodId?: string | undefined;
  byHand: ByHand;
};

/** Writes on the payment of an open invoice how it was paid, where just its orders are meant; `undefined`
 * where none of them is on one. another delivery than is invoiced; price_changed for another sum. */
export async function markInvoicePaid(
  context: AppContext,
  tx: DatabaseTransaction,
  { buyer, orderIds, price, deliveryMethodId, byHand }: Marked,
): Promise<{ paymentId: string } | undefined> {
  const { orders, payments } = await lockOrdersWithPayments(tx, orderIds);
  const invoiced = payments.find(isOpenInvoice);
  if (!invoiced) return undefined;
  ownUnpaid(buyer.userId, orderIds, orders);
  const ids = new Set(orderIds);
  const isWhole =
    invoiced.lines.length === ids.size && invoiced.lines.every(({ order_id }) => ids.has(order_id));
  const isDelivered = deliveryMethodId === undefined || deliveryMethodId === invoiced.delivery_method_id;
  if (!isWhole || !isDelivered) throw await invoiceOpen(tx, invoiced);
  if (price !== undefined) checkSeenPrice(price, invoiced.amount_cents, await readPriceTerms(context, tx));
  await tx.updateTable('payments').set(byHand).where('id', '=', invoiced.id).execute();
  return { paymentId: invoiced.id };
}
