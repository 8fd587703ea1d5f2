import { AppError } from '#contracts/app-error.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findDisputes } from './dispute-store.ts';
import type { OrderRow } from './store.ts';
import { disputeErrorTexts as texts } from './texts/disputes.ts';

/** Checks that what was paid for the orders, which the transaction has locked, is not called into question,
 * nor gone back by a dispute (decision 46), or that they are to ship all the same. Answers whether any of
 * them is. @throws AppError order_disputed */
export async function assertShippable(
  tx: DatabaseTransaction,
  orders: readonly Pick<OrderRow, 'id' | 'number'>[],
  despiteDispute: boolean | undefined,
): Promise<boolean> {
  const disputesOf = await findDisputes(tx, orders);
  const held = orders.find(({ id }) => disputesOf(id).some(({ state }) => state !== 'won'));
  if (!held || despiteDispute) return held !== undefined;
  const isOpen = disputesOf(held.id).some(({ state }) => state === 'open');
  throw new AppError('order_disputed', (isOpen ? texts.open : texts.lost)(held.number));
}

/** Checks that no dispute is open of what was paid for an order that the transaction has locked: a refund
 * would pay twice, unless the card provider says that it would settle it. @throws AppError order_disputed */
export async function assertRefundable(
  tx: DatabaseTransaction,
  order: Pick<OrderRow, 'id'>,
  message: string = texts.noRefund,
): Promise<void> {
  const disputes = (await findDisputes(tx, [order]))(order.id);
  const isOpen = disputes.some(({ state, is_refundable }) => state === 'open' && !is_refundable);
  if (isOpen) throw new AppError('order_disputed', message);
}
