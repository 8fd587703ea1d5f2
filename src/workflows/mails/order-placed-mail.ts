import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Confirms that an order is in the cart, not paid yet. */
export function orderPlacedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  return {
    to: order.email,
    subject: `Your order of ${order.tool_name}`,
    paragraphs: [greeting(order.user_name), 'your order is in your cart. We send it once it is paid.'],
    facts: [...orderFacts(parts), ['Address', order.address]],
    link: { label: 'Pay for it', url: `${origin}/dashboard/payment/${order.id}` },
  };
}
