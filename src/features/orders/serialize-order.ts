import { toPrice } from '#contracts/money.ts';
import type { Order } from './contract.ts';
import type { OrderView } from './store.ts';

/** An order as it goes over the wire, its prices in decimal `currency`. */
export function serializeOrder(order: OrderView, currency: string): Order {
  return {
    _id: order.id,
    number: order.number,
    toolId: order.tool_id,
    img: order.img,
    picture: serializePicture(order.picture),
    userName: order.user_name,
    toolName: order.tool_name,
    email: order.email,
    phone: order.phone,
    address: order.address,
    minQuantity: order.quantity,
    unitPrice: toPrice(order.unit_price_cents, currency),
    price: toPrice(order.total_cents, currency),
    paid: order.paid_at !== null,
    transactionId: order.transaction_id,
    pendingChange: order.shipped_at ? 'shipped' : null,
    state: order.state as Order['state'],
    placedAt: order.placed_at.toISOString(),
    paidAt: order.paid_at?.toISOString() ?? null,
    shippedAt: order.shipped_at?.toISOString() ?? null,
    unavailable: order.tool_deleted && !order.paid_at ? 'tool_removed' : null,
  };
}

function serializePicture(picture: OrderView['picture']): Order['picture'] {
  if (!picture) return null;
  const { webp_srcset: webp, avif_srcset: avif, ...rest } = picture;
  return { ...rest, webp, avif };
}
