import { z } from 'zod';
import { formatCents, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { disputeStates } from '#features/orders/desk-contract.ts';
import { type DisputeRow, findDispute } from '#features/orders/dispute-store.ts';
import { findPayment } from '#features/orders/payment-store.ts';
import { findOrders, type OrderRow } from '#features/orders/store.ts';
import { disputeReason, disputeEmailTexts as texts } from '#features/orders/texts/disputes.ts';
import { dayWords } from '#features/payments/emails.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';

const aboutSchema = z.object({ disputeId: z.string(), state: z.enum(disputeStates), wasLost: z.boolean() });

type DisputeParts = z.infer<typeof aboutSchema> & {
  dispute: DisputeRow;
  orders: OrderRow[];
  price: PriceStyle;
  /** The shop's time zone. */
  zone: string;
};

async function load(
  { db }: AppContext,
  about: z.infer<typeof aboutSchema>,
): Promise<DisputeParts | undefined> {
  const dispute = await findDispute(db, about.disputeId);
  const payment = dispute && (await findPayment(db, dispute.payment_id));
  if (!payment) return undefined;
  const orders = await findOrders(
    db,
    payment.lines.map(({ order_id }) => order_id),
  );
  const { look, region } = await findDetails(db);
  const price = { currency: dispute.currency, currencyDisplay: look.currencyDisplay };
  return { ...about, dispute, orders, price, zone: region.zone };
}

const answerBy = (at: Date | null, zone: string): [string, string][] =>
  at === null ? [] : [[texts.respondBy, dayWords(at, zone)]];

export const disputeEmails = {
  /** Notifies staff that a payment is disputed, or how the dispute was decided. */
  dispute: staffEmail(
    'dispute',
    aboutSchema,
    load,
    ({ state, wasLost, dispute, orders, price, zone, origin }) => {
      const { subject, heading, text } = texts[state];
      const [first] = orders;
      const numbers = orders.map(({ number }) => number).join(', ');
      const { amount_cents, uncounted_cents, respond_by } = dispute;
      return {
        subject: subject(orders.length > 3 ? `${first?.number} …` : numbers),
        heading,
        paragraphs: [
          text,
          ...(state === 'won' && wasLost ? [texts.won.afterLost] : []),
          ...(state === 'lost' && uncounted_cents > 0
            ? [texts.lost.uncounted(formatCents(uncounted_cents, price))]
            : []),
        ],
        facts: [
          [texts.orders, numbers],
          [texts.amount, formatCents(amount_cents, price)],
          [texts.reason, disputeReason(dispute.reason)],
          ...answerBy(state === 'open' ? respond_by : null, zone),
          [texts.buyer, first?.user_name ?? ''],
          [texts.email, first?.email ?? ''],
        ],
        link: { label: texts.link, url: `${origin}/dashboard/manageorders/${first?.number ?? ''}` },
      };
    },
  ),
};
