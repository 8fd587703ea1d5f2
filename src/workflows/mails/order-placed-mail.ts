import { orderMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Confirms that an order is in the cart, not paid yet. */
export function orderPlacedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  const { placed, facts } = orderMailTexts;
  return {
    to: order.email,
    subject: placed.subject(order.tool_name, order.number),
    paragraphs: [greeting(order.user_name), placed.text],
    facts: [...orderFacts(parts), [facts.address, order.address]],
    link: { label: placed.link, url: `${origin}/dashboard/payment/${order.id}` },
  };
}
