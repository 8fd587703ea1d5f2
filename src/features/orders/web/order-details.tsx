import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { SavedText } from '#ui/saved-text.tsx';
import type { Order } from '../contract.ts';
import { deliveryTexts, orderListTexts as texts } from '../texts/orders.ts';
import { refundFactTexts } from '../texts/refunds.ts';

type Orders = readonly Order[];

/** Returns what the buyer wrote on all orders of a document if it is the same on each; else an empty string,
 * and each order shows its own. */
export function sharedWords(orders: Orders, words: 'purchaseOrderNumber' | 'buyerNote'): string {
  const [shared = '', another] = new Set(orders.map((order) => order[words]));
  return another === undefined ? shared : '';
}

/** Details under an order's tool on a document: its part number, and the buyer's texts that differ between
 * orders. */
export function OrderDetails({ order, orders }: { order: Order; orders: Orders }) {
  const own = (words: 'purchaseOrderNumber' | 'buyerNote') =>
    sharedWords(orders, words) ? '' : order[words];
  const details = [
    order.partNumber && texts.partNumber(order.partNumber),
    own('purchaseOrderNumber') && texts.purchaseOrder(order.purchaseOrderNumber),
    own('buyerNote') && texts.buyerNote(order.buyerNote),
  ].flatMap((detail) => detail || []);
  return details.map((detail) => (
    <span key={detail} className="block text-sm font-normal whitespace-pre-line text-ink-soft wrap-anywhere">
      <SavedText text={detail} />
    </span>
  ));
}

type Delivered = Pick<Order, 'deliveryMethod' | 'collected'>;

/** Describes how an order is delivered; empty if the shop has a single, free method. */
export const deliveryText = ({ deliveryMethod, collected }: Delivered): string =>
  deliveryMethod === null
    ? ''
    : collected
      ? deliveryTexts.collected(deliveryMethod)
      : deliveryTexts.by(deliveryMethod);

/** The delivery method as a line; pickup is highlighted, since the order must not be sent. */
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

/** What was refunded of an order, and what is due; empty if neither. */
export function RefundFacts({
  order: { refunded, refundDue },
}: {
  order: Pick<Order, 'refunded' | 'refundDue'>;
}) {
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
