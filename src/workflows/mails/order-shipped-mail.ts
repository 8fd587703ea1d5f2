import { orderMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Tells that an order is on its way. */
export function orderShippedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  const { shipped, facts, toOrders } = orderMailTexts;
  return {
    to: order.email,
    subject: shipped.subject(order.tool_name, order.number),
    paragraphs: [greeting(order.user_name), shipped.text],
    facts: [...orderFacts(parts), [facts.address, order.address]],
    link: { label: toOrders, url: `${origin}/dashboard/orders` },
  };
}
