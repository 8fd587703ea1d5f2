import type { Order } from '#features/orders/contract.ts';
import { orderListTexts as texts } from '#features/orders/texts/orders.ts';

type Orders = readonly Order[];

/** What a buyer wrote on all orders that a paper is about, where they wrote the same on each; else empty:
 * then it stands with each order. */
export function sharedWords(orders: Orders, words: 'purchaseOrderNumber' | 'buyerNote'): string {
  const [shared = '', another] = new Set(orders.map((order) => order[words]));
  return another === undefined ? shared : '';
}

/** What stands under the tool of an order on a paper: its part number, and what the
 * buyer wrote on this one of several. */
export function OrderDetails({ order, orders }: { order: Order; orders: Orders }) {
  const own = (words: 'purchaseOrderNumber' | 'buyerNote') =>
    sharedWords(orders, words) ? '' : order[words];
  const details = [
    order.partNumber && texts.partNumber(order.partNumber),
    own('purchaseOrderNumber') && texts.purchaseOrder(order.purchaseOrderNumber),
    own('buyerNote') && texts.buyerNote(order.buyerNote),
  ].filter(Boolean);
  return details.map((detail) => (
    <span key={detail} className="block text-sm font-normal whitespace-pre-line text-ink-soft wrap-anywhere">
      {detail}
    </span>
  ));
}
