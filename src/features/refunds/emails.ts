import { z } from 'zod';
import { isOfCard } from '#contracts/identifiers.ts';
import { type Cents, formatCents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { invoiceTexts } from '#features/invoices/invoice-texts.ts';
import { findCreditNote, invoiceOf } from '#features/invoices/store.ts';
import { sumMovements } from '#features/orders/movement-store.ts';
import { findPayment } from '#features/orders/payment-store.ts';
import { enqueueOrderWebhooks } from '#features/orders/purchase-store.ts';
import { findRefund, type RefundOfPayment } from '#features/orders/refund-store.ts';
import { refundEmailTexts as texts } from '#features/orders/texts/emails.ts';
import { refundReasonTexts } from '#features/orders/texts/refunds.ts';
import {
  begin,
  loadForBuyer,
  loadOrder,
  type OrderParts,
  orderFacts,
  toOrders,
} from '#features/payments/emails.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

type Fact = [name: string, value: string];

type RefundParts = OrderParts & {
  refund: Pick<
    RefundOfPayment,
    'amount_cents' | 'given_cents' | 'kept_delivery_cents' | 'reason' | 'quantity' | 'is_by_hand'
  >;
  /** Its PDF is in My Orders. */
  creditNote: Fact[];
};

type CancelParts = OrderParts & {
  refund: RefundParts['refund'] | undefined;
  creditNote: Fact[];
};

const refundSchema = z.object({ orderId: z.string(), refundId: z.string() });

/** A refund of an order, or that of a payment that could not be served. */
const failedSchema = z.union([refundSchema, z.object({ orderId: z.string(), paymentId: z.string() })]);

type FailedParts = OrderParts & {
  dueCents: Cents;
  /** The provider's id of a payment that could not be served. */
  unserved?: string | null;
};

async function loadRefund(
  context: AppContext,
  { orderId, refundId }: z.infer<typeof refundSchema>,
  load: typeof loadOrder = loadForBuyer,
): Promise<RefundParts | undefined> {
  const refund = await findRefund(context.db, refundId);
  const parts = refund && (await load(context, { orderId }));
  const row = await findCreditNote(context.db, refundId);
  const note = row && invoiceOf(row);
  const creditNote: Fact[] = note ? [[invoiceTexts.kind(note.kind, note.seller.country), note.number]] : [];
  return parts && { ...parts, refund, creditNote };
}

async function loadFailed(
  context: AppContext,
  about: z.infer<typeof failedSchema>,
): Promise<FailedParts | undefined> {
  if ('refundId' in about) {
    const parts = await loadRefund(context, about, loadOrder);
    return parts && { ...parts, dueCents: parts.refund.amount_cents - parts.refund.given_cents };
  }
  const { db } = context;
  const payment = await findPayment(db, about.paymentId);
  const parts = payment && (await loadOrder(context, about));
  if (!parts) return undefined;
  const { chargedCents, returnedCents } = await sumMovements(db, payment.id);
  return {
    ...{ ...parts, currency: payment.currency, unserved: payment.intent_id },
    dueCents: (chargedCents || payment.amount_cents) - returnedCents,
  };
}

const amountOf = (parts: RefundParts) => formatCents(parts.refund.amount_cents, parts);

const reasonOf = ({ reason }: Pick<RefundOfPayment, 'reason'>): [string, string][] =>
  reason === null ? [] : [[texts.reason, reason]];

/** Delivery retained because it is no longer free. */
const retainedDelivery = (parts: RefundParts): [string, string][] => {
  const { kept_delivery_cents: cents } = parts.refund;
  return cents === 0 ? [] : [[texts.keptDelivery, texts.kept(formatCents(cents, parts))]];
};

export const refundEmails = {
  /** Notifies the buyer that the order was cancelled, with the refund if anything was left to refund. */
  cancelled: emailKind(
    'order-cancelled',
    z.object({ orderId: z.string(), refundId: z.optional(z.string()) }),
    async (context, { orderId, refundId }): Promise<CancelParts | undefined> => {
      const refunded = refundId === undefined ? undefined : await loadRefund(context, { orderId, refundId });
      const parts = refunded ?? (await loadForBuyer(context, { orderId }));
      return parts && { refund: undefined, creditNote: [], ...parts };
    },
    ({ refund, ...parts }, shop) => {
      const started = begin(parts, shop, parts.isPart ? texts.cancelled.part : texts.cancelled);
      const facts = orderFacts(parts);
      const link = toOrders(parts);
      if (!refund) return { ...started, facts, link };
      return {
        ...started,
        facts: [
          ...facts,
          [texts.due, amountOf({ ...parts, refund })],
          ...retainedDelivery({ ...parts, refund }),
          ...reasonOf(refund),
          ...parts.creditNote,
        ],
        link,
        ...(refund.amount_cents > 0 && {
          closing: isOfCard(parts.order.transaction_id)
            ? texts.cancelled.closing
            : texts.cancelled.closingByHand,
        }),
      };
    },
  ),

  /** Notifies the buyer of a completed refund, or that all of it was retained for delivery. */
  refunded: emailKind(
    'order-refunded',
    refundSchema,
    (context, about) => loadRefund(context, about),
    (parts, shop) => {
      const { headingKept, textKept, closing, byBank, ...words } = texts.refunded;
      const { amount_cents, is_by_hand, reason } = parts.refund;
      const isByBank = reason === refundReasonTexts.disputeLost;
      const isKept = amount_cents === 0;
      const toCard = !is_by_hand && !isByBank;
      return {
        ...begin(parts, shop, {
          ...words,
          text: toCard ? words.text : words.textByHand,
          ...(isByBank && byBank),
          ...(isKept && { heading: headingKept, text: textKept }),
        }),
        facts: [
          ...orderFacts(parts),
          [texts.given, amountOf(parts)],
          ...retainedDelivery(parts),
          ...reasonOf(parts.refund),
          ...parts.creditNote,
        ],
        link: toOrders(parts),
        ...(toCard && !isKept && { closing }),
      };
    },
  ),

  /** Notifies staff that a refund failed, or that they have to make it themselves because the order was not
   * paid by card. */
  failed: staffEmail('failed_refund', failedSchema, loadFailed, (parts) => {
    const { number, unserved } = parts;
    const { user_name, email, transaction_id } = parts.order;
    const { subject, heading, text, subjectByHand, headingByHand, textByHand } = texts.failed;
    const toCard = unserved !== undefined || isOfCard(transaction_id);
    const textOfCard = unserved === undefined ? text : texts.failed.textUnserved;
    return {
      subject: (toCard ? subject : subjectByHand)(number),
      heading: toCard ? heading : headingByHand,
      paragraphs: [toCard ? textOfCard : textByHand],
      facts: [
        ...orderFacts(parts),
        [texts.due, formatCents(parts.dueCents, parts)],
        ...(unserved ? [[texts.failed.transaction, unserved] as [string, string]] : []),
        [texts.failed.buyer, user_name],
        [texts.failed.email, email],
      ],
      link: { label: texts.failed.link, url: `${parts.origin}/dashboard/manageorders/${number}` },
    };
  }),
};

/** Tells the buyer, and the endpoints of other programs, that a refund was made. */
export async function announceRefund(
  context: Pick<AppContext, 'jobs' | 'clock'>,
  tx: DatabaseTransaction,
  about: { orderId: string; refundId: string },
): Promise<void> {
  await enqueueEmail(context, tx, refundEmails.refunded, about);
  await enqueueOrderWebhooks(context, tx, 'order.refunded', [{ id: about.orderId }]);
}
