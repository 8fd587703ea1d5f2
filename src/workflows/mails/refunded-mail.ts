import { formatPrice, toPrice } from '#contracts/money.ts';
import type { PaymentRow } from '#modules/payments/payment-store.ts';
import { orderMailTexts } from '#texts/mails.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';
import { type OrderMailParts, orderFacts } from './order-facts.ts';

/** Tells that a payment could not be served, why, and that the whole amount goes back. */
export function refundedMail(
  parts: OrderMailParts,
  payment: Pick<PaymentRow, 'amount_cents' | 'currency' | 'refund_reason'>,
): Letter {
  const { order, origin } = parts;
  const { refunded, facts } = orderMailTexts;
  const amount = formatPrice(toPrice(payment.amount_cents, payment.currency), payment.currency);
  return {
    to: order.email,
    subject: refunded.subject(order.tool_name, order.number),
    paragraphs: [greeting(order.user_name), refunded.text(payment.refund_reason ?? '')],
    facts: [...orderFacts(parts), [facts.givenBack, amount]],
    link: { label: refunded.link, url: `${origin}/tools` },
    closing: refunded.closing,
  };
}
