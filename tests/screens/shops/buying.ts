import type { Tool } from '#features/catalogue/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import type { Person } from './cast.ts';
import type { ShopClient } from './shop-client.ts';

const delivery = { phone: '+1 555 010 0199', address: '3 Saw Pit Road, Portside' };

/** Puts the minimum order of a tool into a buyer's cart. */
export function placeOrder(
  shop: ShopClient,
  buyer: Person,
  tool: Tool,
  where: Partial<typeof delivery & { purchaseOrderNumber: string; buyerNote: string }> = {},
): Promise<Order> {
  const body = { toolId: tool._id, minQuantity: tool.min_order_quantity, ...delivery, ...where };
  return shop.call<Order>(buyer, 'POST', '/orders', body);
}

/** Pays for orders, together, with the test card that succeeds. */
export async function payOrders(shop: ShopClient, buyer: Person, orders: Order[]): Promise<void> {
  const { paymentIntentId, clientSecret } = await shop.call<PaymentIntentReply>(
    buyer,
    'POST',
    '/create-payment-intent',
    { orderIds: orders.map(({ _id }) => _id) },
  );
  await shop.call(buyer, 'POST', `/sandbox-cards/intents/${paymentIntentId}/confirm`, {
    clientSecret,
    card: { number: '4242 4242 4242 4242', expiry: '12 / 49', securityCode: '123' },
    billing: { name: buyer.name, email: buyer.email },
  });
  for (const order of orders)
    await shop.call(buyer, 'PATCH', `/orders/${order._id}`, { order, transactionId: paymentIntentId });
}
