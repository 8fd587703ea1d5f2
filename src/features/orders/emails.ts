import { z } from 'zod';
import { type CurrencyDisplay, formatPrice, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { findDetails } from '#features/details/store.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { staffEmail } from '#features/users/notices/tell-staff.ts';
import { LOCALE } from '#texts/locale.ts';
import { findPayment, type PaymentRow } from './payments/store.ts';
import { findOrder, lockOrder, type OrderRow, updateOrder } from './store.ts';
import { orderEmailTexts as texts } from './texts/emails.ts';
import { refundReasonTexts } from './texts/errors.ts';

type OrderParts = {
  order: OrderRow;
  currency: string;
  currencyDisplay?: CurrencyDisplay;
  origin: string;
};
type RefundParts = OrderParts & { payment: Pick<PaymentRow, 'amount_cents' | 'currency' | 'refund_reason'> };
type Facts = NonNullable<Email['facts']>;

/** In the time zone of the machine, which an owner can set (`TZ`). */
const days = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long' });

const ofOrder = (mail: string, write: (parts: OrderParts, shop: string) => Email) =>
  emailKind(mail, z.object({ orderId: z.string() }), loadOrder, write);

async function loadOrder(
  { db, config, origin }: AppContext,
  { orderId }: { orderId: string },
): Promise<OrderParts | undefined> {
  const order = await findOrder(db, orderId, { withDeleted: true });
  if (!order) return undefined;
  const { currencyDisplay } = (await findDetails(db)).look;
  return { order, currency: config.currency, currencyDisplay, origin };
}

/** Notes that the email of a shipment leaves, unless that shipment has been undone: the lock decides which comes first. */
async function claimShipEmail(
  { db, clock }: AppContext,
  orderId: string,
  shippedAt: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.shipped_at?.toISOString() !== shippedAt) return false;
    await updateOrder(tx, orderId, { ship_email_at: clock.now() });
    return true;
  });
}

export const orderEmails = {
  /** It is in the cart, not paid yet. */
  placed: ofOrder('order-placed', (parts, shop) => ({
    ...begin(parts.order, shop, texts.placed),
    facts: [...orderFacts(parts), [texts.facts.address, parts.order.address]],
    link: { label: texts.placed.link, url: `${parts.origin}/dashboard/payment/${parts.order.id}` },
  })),

  paid: ofOrder('payment-received', (parts, shop) => {
    const { paid_at, transaction_id, address } = parts.order;
    return {
      ...begin(parts.order, shop, texts.paid),
      facts: [
        ...orderFacts(parts),
        ...(paid_at ? [[texts.facts.paid, days.format(paid_at)] satisfies Facts[number]] : []),
        [texts.facts.transaction, transaction_id ?? ''],
        [texts.facts.address, address],
      ],
      link: toOrders(parts),
    };
  }),

  /** Tells staff that an order was paid. */
  sold: staffEmail('sale', z.object({ orderId: z.string() }), loadOrder, (parts) => {
    const { number, tool_name, user_name, email, address } = parts.order;
    return {
      subject: texts.sold.subject(tool_name, number),
      heading: texts.sold.heading,
      paragraphs: [texts.sold.text],
      facts: [
        ...orderFacts(parts),
        [texts.sold.buyer, user_name],
        [texts.sold.email, email],
        [texts.facts.address, address],
      ],
      link: { label: texts.sold.link, url: `${parts.origin}/dashboard/manageorders?q=${number}` },
    };
  }),

  /** Once it has been made, the shipment can no longer be undone. */
  shipped: emailKind(
    'order-shipped',
    // Jobs of earlier versions name the order alone.
    z.object({ orderId: z.string(), shippedAt: z.optional(z.iso.datetime()) }),
    async (context, { orderId, shippedAt }) =>
      shippedAt === undefined || (await claimShipEmail(context, orderId, shippedAt))
        ? loadOrder(context, { orderId })
        : undefined,
    (parts, shop) => ({
      ...begin(parts.order, shop, texts.shipped),
      facts: [...orderFacts(parts), [texts.facts.address, parts.order.address]],
      link: toOrders(parts),
    }),
  ),

  /** A payment could not be served, why, and that the whole amount goes back. */
  refunded: emailKind(
    'refunded',
    // Jobs of earlier versions name the payment alone.
    z.object({ paymentId: z.string(), orderId: z.optional(z.string()) }),
    async (context, { paymentId }): Promise<RefundParts | undefined> => {
      const payment = await findPayment(context.db, paymentId);
      const parts = payment && (await loadOrder(context, { orderId: payment.order_id }));
      return parts && { ...parts, payment };
    },
    ({ payment, ...parts }, shop) => {
      const started = begin(parts.order, shop, texts.refunded);
      const reason = payment.refund_reason ? refundReasonTexts[payment.refund_reason] : '';
      const amount = formatPrice(
        toPrice(payment.amount_cents, payment.currency),
        payment.currency,
        parts.currencyDisplay,
      );
      return {
        ...started,
        paragraphs: [...started.paragraphs, texts.refunded.reason(reason)],
        facts: [...orderFacts(parts), [texts.facts.refunded, amount]],
        link: { label: texts.refunded.link, url: `${parts.origin}/tools` },
        closing: texts.refunded.closing,
      };
    },
  ),
};

/** The lines that every email about an order carries. */
export function orderFacts({ order, currency, currencyDisplay }: OrderParts): Facts {
  const unitPrice = formatPrice(toPrice(order.unit_price_cents, currency), currency, currencyDisplay);
  return [
    [texts.facts.order, order.number],
    [texts.facts.tool, texts.facts.units(order.quantity, order.tool_name, unitPrice)],
    [texts.facts.total, formatPrice(toPrice(order.total_cents, currency), currency, currencyDisplay)],
  ];
}

function begin(
  order: OrderRow,
  shop: string,
  { subject, heading, text }: Pick<(typeof texts)['paid'], 'subject' | 'heading' | 'text'>,
) {
  return {
    to: order.email,
    subject: subject(order.tool_name, order.number),
    heading,
    paragraphs: [greeting(order.user_name), text],
    why: texts.why(shop),
  };
}

function toOrders({ origin }: OrderParts) {
  return { label: texts.toOrders, url: `${origin}/dashboard/orders` };
}
