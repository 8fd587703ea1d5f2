import { Link } from 'react-router';
import type { Order } from '#contracts/order.ts';
import { orderFormTexts } from '#texts/order-form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';

/** Says what has just gone into the cart, and where to pay it. */
export function PlacedOrder({ order }: { order: Order }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-good/40 bg-good-wash px-4 py-3">
      <Icon name="check" className="size-5 shrink-0 text-good" />
      <span className="min-w-40 flex-1 tabular-nums">
        {order.minQuantity} × {order.toolName}, <Price amount={order.price} className="font-semibold" />
      </span>
      <Link to="/dashboard/orders" className="text-link font-semibold">
        {orderFormTexts.payInMyOrders}
      </Link>
    </p>
  );
}
