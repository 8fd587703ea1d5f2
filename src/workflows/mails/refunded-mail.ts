import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Tells that a payment could not be served and goes back. */
export function refundedMail(parts: OrderMailParts): Letter {
  const { order, origin } = parts;
  return {
    to: order.email,
    subject: `Your money back for ${order.tool_name}`,
    paragraphs: [
      `Hello ${order.user_name},`,
      'your payment arrived too late for this order, so we have given the whole amount back to your card.',
    ],
    facts: orderFacts(parts),
    link: { label: 'To the tools', url: `${origin}/tools` },
    closing: 'Your bank may take some days to show it.',
  };
}
