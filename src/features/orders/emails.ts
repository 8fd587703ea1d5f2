import { formatPrice, toPrice } from '#contracts/money.ts';
import { greeting } from '#features/emails/greeting.ts';
import type { Email } from '#features/emails/render-email.ts';
import { orderEmailTexts } from '#features/emails/texts.ts';
import { LOCALE } from '#texts/locale.ts';
import type { PaymentRow } from './payments/store.ts';
import type { OrderRow } from './store.ts';
import { refundReasonTexts } from './texts/errors.ts';

/** What an email about an order is composed from. */
export type OrderEmailParts = { order: OrderRow; currency: string; origin: string };

type Facts = NonNullable<Email['facts']>;

const { facts } = orderEmailTexts;

/** In the time zone of the machine, which an owner can set (`TZ`). */
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });

/** The lines that every email about an order carries. */
export function orderFacts({ order, currency }: OrderEmailParts): Facts {
  const unitPrice = formatPrice(toPrice(order.unit_price_cents, currency), currency);
  return [
    [facts.order, order.number],
    [facts.tool, facts.units(order.quantity, order.tool_name, unitPrice)],
    [facts.total, formatPrice(toPrice(order.total_cents, currency), currency)],
  ];
}

/** Confirms that an order is in the cart, not paid yet. */
export function orderPlacedEmail(parts: OrderEmailParts): Email {
  const { order, origin } = parts;
  return {
    ...begin(order, orderEmailTexts.placed),
    facts: [...orderFacts(parts), [facts.address, order.address]],
    link: { label: orderEmailTexts.placed.link, url: `${origin}/dashboard/payment/${order.id}` },
  };
}

/** The receipt of a paid order. */
export function paymentReceivedEmail(parts: OrderEmailParts): Email {
  const { order } = parts;
  const paid: Facts = order.paid_at ? [[facts.paid, days.format(order.paid_at)]] : [];
  return {
    ...begin(order, orderEmailTexts.paid),
    facts: [
      ...orderFacts(parts),
      ...paid,
      [facts.transaction, order.transaction_id ?? ''],
      [facts.address, order.address],
    ],
    link: toOrders(parts),
  };
}

/** Tells that an order is on its way. */
export function orderShippedEmail(parts: OrderEmailParts): Email {
  const { order } = parts;
  return {
    ...begin(order, orderEmailTexts.shipped),
    facts: [...orderFacts(parts), [facts.address, order.address]],
    link: toOrders(parts),
  };
}

/** Tells that a payment could not be served, why, and that the whole amount goes back. */
export function refundedEmail(
  parts: OrderEmailParts,
  payment: Pick<PaymentRow, 'amount_cents' | 'currency' | 'refund_reason'>,
): Email {
  const { refunded } = orderEmailTexts;
  const amount = formatPrice(toPrice(payment.amount_cents, payment.currency), payment.currency);
  const started = begin(parts.order, refunded);
  return {
    ...started,
    paragraphs: [
      ...started.paragraphs,
      refunded.reason(payment.refund_reason ? refundReasonTexts[payment.refund_reason] : ''),
    ],
    facts: [...orderFacts(parts), [facts.refunded, amount]],
    link: { label: refunded.link, url: `${parts.origin}/tools` },
    closing: refunded.closing,
  };
}

function begin(
  order: OrderRow,
  texts: { subject: (tool: string, number: string) => string; heading: string; text: string },
) {
  return {
    to: order.email,
    subject: texts.subject(order.tool_name, order.number),
    heading: texts.heading,
    paragraphs: [greeting(order.user_name), texts.text],
    why: orderEmailTexts.why,
  };
}

function toOrders({ origin }: OrderEmailParts) {
  return { label: orderEmailTexts.toOrders, url: `${origin}/dashboard/orders` };
}
