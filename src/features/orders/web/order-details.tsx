import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePrice } from '#ui/client/load-context.ts';
import type { Order } from '../contract.ts';
import { deliveryTexts, orderListTexts as texts } from '../texts/orders.ts';
import { refundFactTexts } from '../texts/refunds.ts';

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

type Delivered = Pick<Order, 'deliveryMethod' | 'collected'>;

/** How an order goes to its buyer, in words; empty where the shop has one way alone, which costs nothing. */
export const deliveryText = ({ deliveryMethod, collected }: Delivered): string =>
  deliveryMethod === null
    ? ''
    : collected
      ? deliveryTexts.collected(deliveryMethod)
      : deliveryTexts.by(deliveryMethod);

/** The same as a line; what is collected stands out, since it is not to be sent. */
export function DeliveryMethod({ order, className }: { order: Delivered; className?: string }) {
  const words = deliveryText(order);
  if (!words) return null;
  return (
    <span
      className={classNames('block wrap-anywhere', order.collected && 'font-semibold text-ink', className)}
    >
      {words}
    </span>
  );
}

/** What of an order's money went back, and what is still to; nothing where none is. */
export function RefundFacts({ order: { refunded, refundDue } }: { order: Order }) {
  const price = usePrice();
  return (
    <>
      {refunded > 0 && <Badge wraps>{refundFactTexts.refunded(price(refunded))}</Badge>}
      {refundDue > 0 && (
        <Badge tone="warn" wraps>
          {refundFactTexts.due(price(refundDue))}
        </Badge>
      )}
    </>
  );
}
