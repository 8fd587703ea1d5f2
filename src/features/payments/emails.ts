import { z } from 'zod';
import { type Cents, formatCents, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import type { TaxedAmount } from '#features/charge-rules/tax-parts.ts';
import { taxAdjustmentText } from '#features/charge-rules/texts/charges.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { findInvoiceOfPayment } from '#features/invoices/store.ts';
import { findGivenTexts, type GivenText } from '#features/legal/given-texts.ts';
import { givenTextTexts } from '#features/legal/texts.ts';
import { type Bill, billOf, findBill } from '#features/orders/bill.ts';
import { findPayment, findPaymentOfTransaction, type Payment } from '#features/orders/payment-store.ts';
import { findOrder, type OrderRow } from '#features/orders/store.ts';
import { orderEmailTexts as texts } from '#features/orders/texts/emails.ts';
import { refundReasonTexts } from '#features/orders/texts/errors.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { purchaseTexts } from '#features/orders/texts/purchase.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { hasVerifiedAddress } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { LOCALE } from '#texts/locale.ts';

export type OrderParts = PriceStyle & {
  order: OrderRow;
  /** The number of its purchase: that of the payment's first order; before payment its own. */
  number: string;
  /** Whether the email is about one of several orders of a purchase. */
  isPart?: boolean;
  /** All orders to be paid for in one payment with this one; omitted if it is the only one. */
  together?: Together | undefined;
  /** What was paid for the order, or for all of them; omitted before payment, and if the email is about one
   * of several. */
  bill?: Bill | undefined;
  /** What was paid for this order out of a payment of several. */
  paidCents?: Cents | undefined;
  invoiceNumber?: string | undefined;
  /** Note on what is added to prices that have not been paid yet. */
  priceNote?: string;
  origin: string;
  /** The shop's time zone. */
  zone: string;
};
type Together = { orders: OrderRow[] };
type RefundParts = OrderParts & { payment: Pick<Payment, 'amount_cents' | 'currency' | 'refund_reason'> };
type Facts = NonNullable<Email['facts']>;

/** Formats a date in a time zone. */
export const dayWords = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone }).format(moment);

/** `paymentId` is set if the email is about all orders of a payment of several. */
const aboutOrder = z.object({ orderId: z.string(), paymentId: z.optional(z.string()) });

type PaidParts = OrderParts & { given?: GivenText[] };

/** Loads a paid order with the legal pages that its buyer is given. */
async function loadPaid(
  context: AppContext,
  about: z.infer<typeof aboutOrder>,
): Promise<PaidParts | undefined> {
  const parts = await loadForBuyer(context, about);
  const payment = parts && (await findPaymentOf(context.db, parts.order, about.paymentId));
  return payment ? { ...parts, given: await findGivenTexts(context, payment) } : parts;
}

/** Loads an order for its emails; `undefined` if there is none. */
export async function loadOrder(
  { db, config, origin, priceNote }: AppContext,
  { orderId, paymentId }: z.infer<typeof aboutOrder>,
): Promise<OrderParts | undefined> {
  const order = await findOrder(db, orderId, { withDeleted: true });
  if (!order) return undefined;
  const bill = await findBillOf(db, order, paymentId);
  const isWhole = paymentId !== undefined || bill?.lines.length === 1;
  const { look, region } = await findDetails(db);
  return {
    order,
    number: bill?.lines[0]?.order.number ?? order.number,
    isPart: bill !== undefined && !isWhole,
    together:
      isWhole && bill && bill.lines.length > 1 ? { orders: bill.lines.map((line) => line.order) } : undefined,
    bill: isWhole ? bill : undefined,
    paidCents: bill?.lines.find((line) => line.order.id === orderId)?.grossCents,
    invoiceNumber: bill && (await findInvoiceOfPayment(db, bill.paymentId))?.name,
    currency: config.currency,
    currencyDisplay: look.currencyDisplay,
    zone: region.zone,
    origin,
    priceNote: await priceNote.read(),
  };
}

/** Loads an order for an email to the buyer after a payment. An unverified email address may be a stranger's,
 * so that email has only the shop's own words (decision 81). */
export async function loadForBuyer(
  context: AppContext,
  about: z.infer<typeof aboutOrder>,
): Promise<OrderParts | undefined> {
  const parts = await loadOrder(context, about);
  if (!parts || (await isOfVerified(context.db, parts.order))) return parts;
  const { order, together } = parts;
  return {
    ...parts,
    order: withoutBuyersWords(order),
    together: together && { orders: together.orders.map(withoutBuyersWords) },
  };
}

/** Whether an order's email address has been verified by its buyer. */
export const isOfVerified = (db: Database, { user_id, email }: Pick<OrderRow, 'user_id' | 'email'>) =>
  hasVerifiedAddress(db, { userId: user_id, email });

/** Returns an order without any text written by its buyer. */
export const withoutBuyersWords = <Order extends OrderRow>(order: Order): Order => ({
  ...order,
  user_name: '',
  phone: '',
  address: '',
  purchase_order_number: '',
  buyer_note: '',
});

/** Finds the bill of a payment, or of the payment that paid for this order. */
async function findBillOf(
  db: Database,
  order: OrderRow,
  paymentId: string | undefined,
): Promise<Bill | undefined> {
  if (paymentId !== undefined) return findBill(db, paymentId);
  const payment = await findPaymentOf(db, order, paymentId);
  return payment && billOf(db, payment);
}

/** Finds a payment by its id, or else the one that paid for this order. */
async function findPaymentOf(db: Database, { transaction_id }: OrderRow, paymentId: string | undefined) {
  if (paymentId !== undefined) return findPayment(db, paymentId);
  return transaction_id === null ? undefined : findPaymentOfTransaction(db, transaction_id);
}

export const orderEmails = {
  /** A single email for all orders that were paid together. */
  paid: emailKind('payment-received', aboutOrder, loadPaid, ({ given = [], ...parts }, shop) => {
    const { paid_at, transaction_id } = parts.order;
    return {
      ...begin(parts, shop, texts.paid),
      ...(given.length > 0 && { attachments: given.map(({ attachment }) => attachment) }),
      facts: [
        ...orderFacts(parts),
        ...fact(texts.facts.paid, paid_at && dayWords(paid_at, parts.zone)),
        [texts.facts.transaction, transaction_id ?? ''],
        ...fact(texts.facts.invoice, parts.invoiceNumber),
        ...wordsOf(parts),
        ...given.flatMap(({ title, version }) => fact(title, givenTextTexts.attached(version))),
      ],
      link: { label: texts.paid.link, url: `${parts.origin}/dashboard/payment/${parts.order.id}` },
    };
  }),

  /** Notifies staff that one or several orders were paid together. */
  sold: staffEmail('sale', aboutOrder, loadOrder, ({ together, ...parts }) => {
    const { number } = parts;
    const { user_name, email } = parts.order;
    return {
      subject: texts.sold.subject(whatIsIn({ ...parts, together }), number),
      heading: texts.sold.heading,
      paragraphs: [texts.sold.text],
      facts: [
        ...orderFacts({ ...parts, together }),
        [texts.sold.buyer, user_name],
        [texts.sold.email, email],
        ...fact(texts.facts.invoice, parts.invoiceNumber),
        ...wordsOf({ ...parts, together }),
      ],
      link: { label: texts.sold.link, url: `${parts.origin}/dashboard/manageorders/${number}` },
    };
  }),

  /** Notifies the buyer that a payment could not be served, why, and that the full amount is refunded. */
  refunded: emailKind(
    'refunded',
    // Jobs of earlier versions have only the payment's id.
    z.object({ paymentId: z.string(), orderId: z.optional(z.string()) }),
    async (context, { paymentId }): Promise<RefundParts | undefined> => {
      const payment = await findPayment(context.db, paymentId);
      const [first] = payment?.lines ?? [];
      const parts = first && (await loadForBuyer(context, { orderId: first.order_id, paymentId }));
      return payment && parts && { ...parts, payment };
    },
    ({ payment, ...parts }, shop) => {
      const started = begin(parts, shop, texts.refunded);
      const reason = payment.refund_reason ? refundReasonTexts[payment.refund_reason] : '';
      const amount = formatCents(payment.amount_cents, { ...parts, currency: payment.currency });
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

/** Returns the lines of every email about an order, or about several paid together. */
export function orderFacts(parts: OrderParts): Facts {
  const { order, together, bill, paidCents, priceNote } = parts;
  const shown = (cents: Cents) => formatCents(cents, parts);
  const units = ({ quantity, tool_name, part_number, unit_price_cents }: OrderRow) =>
    texts.facts.units(quantity, orderListTexts.numberedTool(tool_name, part_number), shown(unit_price_cents));
  const orders = together?.orders ?? [order];
  const goodsCents = orders.reduce((sum, { total_cents }) => sum + total_cents, 0);
  const total = shown(paidCents ?? goodsCents);
  const unpaid = priceNote && !order.paid_at ? texts.facts.noted(total, priceNote) : total;
  const sums: Facts = bill ? billFacts(bill, shown) : [[texts.facts.total, unpaid]];
  const tools = orders.flatMap((each) => fact(texts.facts.tool, units(each)));
  return [[texts.facts.order, parts.number], ...tools, ...sums];
}

/** Returns the lines of a bill: the goods if there are other charges, adjustments for tax, delivery, tax, and
 * the total. */
function billFacts({ lines, delivery, taxCents, ...bill }: Bill, shown: (cents: Cents) => string): Facts {
  const charged = ({ grossCents, netCents }: TaxedAmount) => (bill.pricesIncludeTax ? grossCents : netCents);
  const deliveryCents = charged(delivery);
  const orderedCents = lines.reduce((sum, { order }) => sum + order.total_cents, 0);
  const adjustmentCents = lines.reduce((sum, line) => sum + charged(line), 0) - orderedCents;
  const isAdjusted = adjustmentCents !== 0;
  const label = bill.pricesIncludeTax ? texts.facts.taxIncluded(bill.taxName) : bill.taxName;
  const total = fact(texts.facts.total, shown(bill.totalCents));
  const tax = fact(label, taxCents > 0 && shown(taxCents));
  return [
    ...fact(texts.facts.goods, (isAdjusted || orderedCents !== bill.totalCents) && shown(orderedCents)),
    ...fact(taxAdjustmentText(bill.taxName, taxCents), isAdjusted && shown(adjustmentCents)),
    ...fact(texts.facts.delivery, deliveryCents > 0 && shown(deliveryCents)),
    ...(bill.pricesIncludeTax ? [...total, ...tax] : [...tax, ...total]),
  ];
}

/** A line with what is known; else none. */
const fact = (label: string, value: string | null | undefined | false): Facts =>
  value ? [[label, value]] : [];

/** Returns the buyer's texts: delivery details, and what they added; repeated texts of several orders appear
 * once. */
function wordsOf({ order, together }: OrderParts): Facts {
  const orders = together?.orders ?? [order];
  const once = (label: string, words: (string | null)[]) =>
    [...new Set(words)].flatMap((each) => fact(label, each));
  return [
    ...once(
      texts.facts.address,
      orders.map(({ address }) => address),
    ),
    ...once(
      texts.facts.purchaseOrder,
      orders.map((each) => each.purchase_order_number),
    ),
    ...once(
      texts.facts.buyerNote,
      orders.map(({ buyer_note }) => buyer_note),
    ),
  ];
}

/** Names what an email is about: the tool, or the number of items. */
const whatIsIn = ({ order, together }: Pick<OrderParts, 'order' | 'together'>) =>
  together ? purchaseTexts.items(together.orders.length) : order.tool_name;

type Words = Pick<(typeof texts)['paid'], 'subject' | 'heading' | 'text'>;

/** Builds the parts that every email to a buyer shares: recipient, subject, greeting and reason. */
export function begin(
  parts: Pick<OrderParts, 'order' | 'number' | 'together'>,
  shop: string,
  { subject, heading, text }: Words,
) {
  const { order, number } = parts;
  return {
    to: order.email,
    subject: subject(whatIsIn(parts), number),
    heading,
    paragraphs: [greeting(order.user_name), text],
    why: texts.why(shop),
  };
}

/** Link to the buyer's orders. */
export function toOrders({ origin }: OrderParts) {
  return { label: texts.toOrders, url: `${origin}/dashboard/orders` };
}
