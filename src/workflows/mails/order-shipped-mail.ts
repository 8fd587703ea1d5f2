import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Tells that an order is on its way. */
export function orderShippedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  return {
    to: order.email,
    subject: `${order.tool_name} is on its way`,
    paragraphs: [greeting(order.user_name), 'your order has been shipped.'],
    facts: [...orderFacts(parts), ['Address', order.address]],
    link: { label: 'My orders', url: `${origin}/dashboard/orders` },
  };
}
