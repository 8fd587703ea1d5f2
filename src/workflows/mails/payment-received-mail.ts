import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** The receipt of a paid order. */
export function paymentReceivedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  return {
    to: order.email,
    subject: `Receipt for ${order.tool_name}`,
    paragraphs: [greeting(order.user_name), 'thank you, your payment has arrived. This is your receipt.'],
    facts: [
      ...orderFacts(parts),
      ['Transaction', order.transaction_id ?? ''],
      ['Paid', order.paid_at?.toISOString().slice(0, 10) ?? ''],
      ['Address', order.address],
    ],
    link: { label: 'My orders', url: `${origin}/dashboard/orders` },
  };
}
