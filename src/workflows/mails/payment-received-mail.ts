import { orderMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** The receipt of a paid order. */
export function paymentReceivedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  const { paid, facts, toOrders } = orderMailTexts;
  return {
    to: order.email,
    subject: paid.subject(order.tool_name, order.number),
    paragraphs: [greeting(order.user_name), paid.text],
    facts: [
      ...orderFacts(parts),
      [facts.transaction, order.transaction_id ?? ''],
      [facts.paid, order.paid_at?.toISOString().slice(0, 10) ?? ''],
      [facts.address, order.address],
    ],
    link: { label: toOrders, url: `${origin}/dashboard/orders` },
  };
}
