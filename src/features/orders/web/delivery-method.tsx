import type { Order } from '#features/orders/contract.ts';
import { deliveryTexts as texts } from '#features/orders/texts/orders.ts';
import { classNames } from '#ui/class-names.ts';

type Delivered = Pick<Order, 'deliveryMethod' | 'collected'>;

/** How an order goes to its buyer, in words; empty where the shop has one way alone, which costs nothing. */
export const deliveryText = ({ deliveryMethod, collected }: Delivered): string =>
  deliveryMethod === null ? '' : collected ? texts.collected(deliveryMethod) : texts.by(deliveryMethod);

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
