import { formatPrice, toPrice } from '#contracts/money.ts';
import type { PaymentRow } from '#modules/payments/payment-store.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Tells that a payment could not be served, why, and that the whole amount goes back. */
export function refundedMail(
  parts: OrderMailParts,
  payment: Pick<PaymentRow, 'amount_cents' | 'currency' | 'refund_reason'>,
): Letter {
  const { order, origin } = parts;
  const amount = formatPrice(toPrice(payment.amount_cents, payment.currency), payment.currency);
  return {
    to: order.email,
    subject: `Your money back for ${order.tool_name}`,
    paragraphs: [
      greeting(order.user_name),
      `we could not serve your payment and have given the whole amount back to your card. ${payment.refund_reason}.`,
    ],
    facts: [...orderFacts(parts), ['Given back', amount]],
    link: { label: 'To the tools', url: `${origin}/tools` },
    closing: 'Your bank may take some days to show it.',
  };
}
