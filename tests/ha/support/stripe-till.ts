import { toCents } from '#contracts/money.ts';
import { systemClock } from '#platform/clock.ts';
import type { Differences } from '#tests/faults/support/compare-log.ts';
import type { CrowdLog } from '#tests/faults/support/crowd-log.ts';
import { type PretendedStripeServer, startPretendedStripe } from '#tests/support/stripe/pretended-stripe.ts';
import { tellShop } from '#tests/support/stripe/tell-shop.ts';
import { until } from '#tests/support/until.ts';

const TOLD_WITHIN_MS = 120_000;
const TELL_EVERY_MS = 500;

/** A stand-in for Stripe with the buyers' cards. What it has charged and given back is in its own memory,
 * outside the shop's database. */
export type StripeTill = Pick<PretendedStripeServer, 'address' | 'problems'> & {
  /** Charges a card, and tells the shop by webhook until a node of it has taken that. */
  confirmCard(intentId: string): void;
  /** Resolves once the shop has been told of every charge. */
  allTold(): Promise<void>;
  /** Returns what compares that which is charged from now on, and given back of it, with what people were
   * told. */
  watchCharges(): (log: CrowdLog) => Differences;
};

/** Opens the stand-in at a host; `origins`: the shop's nodes. */
export async function openStripeTill(host: string, origins: string[]): Promise<StripeTill> {
  const { address, books, problems } = await startPretendedStripe(undefined, host);
  const tellings = new Set<Promise<void>>();
  let turn = 0;

  async function tell(intentId: string): Promise<void> {
    const takes = async () => {
      const shop = { url: origins[turn++ % origins.length] ?? '', clock: systemClock };
      const intent = books.intents.get(intentId) ?? {};
      const reply = await tellShop(shop, 'payment_intent.succeeded', intent).catch(() => undefined);
      await reply?.text().catch(() => undefined);
      return reply?.ok === true;
    };
    await until(`the shop to take the news of ${intentId}`, takes, TOLD_WITHIN_MS, TELL_EVERY_MS);
  }

  return {
    address,
    problems,
    confirmCard(intentId) {
      const intent = books.intents.get(intentId);
      if (intent?.status !== 'requires_payment_method')
        throw new Error(`${intentId} is charged though it is ${intent?.status ?? 'unknown'}`);
      intent.status = 'succeeded';
      tellings.add(tell(intentId));
    },
    async allTold() {
      await Promise.all(tellings);
      tellings.clear();
    },
    watchCharges() {
      const before = new Set(books.intents.keys());
      return (log) => {
        const charges = [...books.intents.values()].filter(
          ({ id, status }) => status === 'succeeded' && !before.has(id),
        );
        const refunds = books.refunds.filter(({ status }) => status !== 'failed');
        const seen = charges.map(({ id, amount, metadata }) => ({
          id,
          amount,
          orderIds: Object.values(metadata).join().match(UUID) ?? [],
          refunds: refunds.filter(({ payment_intent }) => payment_intent === id).map((one) => one.amount),
        }));
        return compareCharges(seen, log);
      };
    },
  };
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A charge with what was given back of it, in cents. */
type Charge = { id: string; amount: number; orderIds: string[]; refunds: number[] };

function compareCharges(seen: Charge[], log: CrowdLog): Differences {
  const found: Differences = { lost: [], doubled: [], otherwise: [] };
  const told = log.payments
    .filter(({ method }) => method === 'card')
    .map((payment) => toCharge(payment, log));
  const unseen = new Map(seen.map((charge) => [charge.id, charge]));
  for (const charge of told) {
    const own = unseen.get(charge.id);
    unseen.delete(charge.id);
    if (!own) found.lost.push(`charge ${JSON.stringify(charge)}`);
    else if (JSON.stringify(sorted(own)) !== JSON.stringify(sorted(charge)))
      found.otherwise.push(`charge ${JSON.stringify(charge)} is ${JSON.stringify(own)}`);
  }
  for (const charge of unseen.values())
    found.doubled.push(`charge ${JSON.stringify(charge)} nobody was told of`);
  return found;
}

/** The charge that a payment was told to be: one for its orders, with each refund that was told, and all
 * of it given back where the order was canceled. */
function toCharge({ id, amount, orders }: CrowdLog['payments'][number], log: CrowdLog): Charge {
  const orderIds = orders.map((order) => order.id);
  const refunds = log.refunds
    .filter(({ orderId }) => orderIds.includes(orderId))
    .map((one) => cents(one.amount));
  const isCancelled = orders.some(({ told }) => told === 'cancelled');
  return {
    id,
    amount: cents(amount),
    orderIds,
    refunds: isCancelled ? [...refunds, cents(amount)] : refunds,
  };
}

const cents = (amount: number) => toCents(amount, 'usd') ?? Number.NaN;

const sorted = ({ id, amount, orderIds, refunds }: Charge) => ({
  id,
  amount,
  orderIds: orderIds.toSorted(),
  refunds: refunds.toSorted((one, other) => one - other),
});
