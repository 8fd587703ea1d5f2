import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { deliveryMethod, setDelivery } from '#tests/support/charges.ts';
import { runSequence, type Sequence } from '#tests/support/money/run-sequence.ts';
import { sequences } from '#tests/support/money/sequences.ts';
import { type StripeShop, startStripeShop, stopStripeShop } from '#tests/support/stripe/stripe-shop.ts';
import { roundsOf, testForm } from '#tests/support/test-form.ts';

const SEQUENCES = Number(process.env.MONEY_SEQUENCES ?? (testForm === 'full' ? 2_000 : roundsOf(72)));
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 2 ** 31);
const LANES = process.env.MONEY_SEQUENCE ? 1 : 4;
/** How long a failing sequence is made smaller. */
const SHRINK_MS = Number(process.env.MONEY_SHRINK_MS ?? 60_000);

/** A sequence to play instead, as a failure prints it. */
const REPLAYED = process.env.MONEY_SEQUENCE;

/** Each lane has a shop and a Stripe of its own, so that a sequence means the same when it is repeated. */
const lanes: StripeShop[] = [];

async function openLane(lane: number): Promise<void> {
  const shop = await startStripeShop({ SHOP_RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '8' });
  lanes[lane] = shop;
  const admin = await shop.t.makeUser({ role: 'admin' });
  const method = deliveryMethod({ kind: 'free_over', price: 7, freeFrom: 150 });
  await setDelivery(shop.t, admin, { methods: [method] });
}

beforeAll(() => Promise.all(Array.from({ length: LANES }, (_, lane) => openLane(lane))));
afterAll(() => Promise.all(lanes.map(stopStripeShop)));

/** Runs the sequences of one lane. After a failure the shop is another: what the failure left behind would
 * make others fail. */
async function runLane(lane: number): Promise<void> {
  let failedAt: number | undefined;
  const check = async (sequence: Sequence) => {
    const shop = lanes[lane];
    if (!shop || (failedAt !== undefined && Date.now() > failedAt + SHRINK_MS)) return;
    try {
      await runSequence(shop, sequence);
    } catch (error) {
      failedAt ??= Date.now();
      await stopStripeShop(shop);
      await openLane(lane);
      throw error;
    }
  };
  await fc.assert(fc.asyncProperty(sequences, check), {
    seed: SEED + lane,
    numRuns: Math.ceil(SEQUENCES / LANES),
    ...(REPLAYED && { examples: [[JSON.parse(REPLAYED)]], numRuns: 1 }),
  });
}

test(`${SEQUENCES} sequences of refunds, disputes, lost webhooks and kills (seed ${SEED}): what the shop says was given is what was given`, {
  timeout: 3_600_000,
}, async () => {
  const ended = await Promise.allSettled(lanes.map((_, lane) => runLane(lane)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  for (const { t } of lanes)
    expect(await findBrokenRules(t.shop.db, { isSettled: false, isSandbox: false })).toEqual([]);
});
