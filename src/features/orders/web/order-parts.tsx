import type { Order } from '#features/orders/contract.ts';
import { formatCount } from '#web/ui/format.ts';
import { Price } from '#web/ui/price.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';

/** The picture of the tool that was ordered. */
export function OrderPicture({ order }: { order: Order }) {
  return (
    <ToolPicture
      img={order.img}
      picture={order.picture}
      alt=""
      sizes="80px"
      className="w-20 shrink-0 rounded-md border border-line"
    />
  );
}

/** The order's number, '4 × $24.50', and what that comes to. */
export function OrderSum({ order, withTotal = false }: { order: Order; withTotal?: boolean }) {
  return (
    <>
      <span className="block whitespace-nowrap text-ink-soft tabular-nums">{order.number}</span>
      <span className="block text-ink-soft tabular-nums">
        {formatCount(order.minQuantity)} × <Price amount={order.unitPrice} />
        {withTotal && (
          <>
            {' = '}
            <Price amount={order.price} className="font-semibold text-ink" />
          </>
        )}
      </span>
    </>
  );
}
