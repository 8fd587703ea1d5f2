import { expect } from 'vitest';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { expectStatus, readOrder, reportPaid } from '../buying.ts';
import { forgetJobs } from '../outbox.ts';
import { decideRefund, refundsOf } from '../stripe/stripe-books.ts';
import { beginLines, type OrderedLine, type StripeShop } from '../stripe/stripe-shop.ts';
import { type ActionName, actions, decide, disturbing, isOpen, markGiven, work } from './actions.ts';
import {
  ask,
  collectEvents,
  deliver,
  type MoneyWorld,
  passTime,
  readRefunds,
  readShown,
  reallyGivenCents,
  recover,
  type Shown,
  sentCents,
} from './world.ts';

/** What happens at once: one action or several. */
export type Step = [ActionName, number, number][];

/** A sequence: what is bought, whether the buyer's browser reports the payment, what then happens, and how
 * what is open in the end is decided. */
export type Sequence = {
  lines: OrderedLine[];
  isReported: boolean;
  steps: Step[];
  ending: { succeeds: boolean; losesDispute: boolean; isReversed: boolean };
};

/** Actions after which the credit notes can be told exactly. */
const exact: ActionName[] = [
  'refundAmount',
  'refundUnit',
  'receiveReturn',
  'closeReturn',
  'retry',
  'giveByHand',
  'work',
  'deliver',
  'ship',
];

/** How long the shop's reconciliation is sure to look back, in milliseconds. */
const LOOKS_BACK_MS = 60 * 60_000;

/** Plays a sequence, checks the money after every step and, once the dust has settled, against Stripe.
 * @throws with the history of the money */
export async function runSequence(shop: StripeShop, sequence: Sequence): Promise<void> {
  const history: string[] = [];
  try {
    const world = await begin(shop, sequence);
    let before = await readShown(world);
    for (const step of sequence.steps) {
      before = await play(world, step, before);
      history.push(`${JSON.stringify(step)} ${describe(world, before)}`);
    }
    await settle(world, sequence, history);
    await forgetJobs(shop.t.shop.db);
  } catch (error) {
    if (error instanceof Error) error.message += `\nafter\n${history.join('\n')}`;
    throw error;
  }
}

function describe(world: MoneyWorld, { paid, given, due, decided }: Shown): string {
  return `→ paid ${paid}, given ${given}, due ${due}, decided ${decided}; really given ${reallyGivenCents(world)}`;
}

async function begin(shop: StripeShop, { lines, isReported }: Sequence): Promise<MoneyWorld> {
  const { t, stripe } = shop;
  // Nothing of earlier sequences is in the lists that the reconciliation reads.
  t.clock.advance(3 * 3_600_000);
  Object.assign(stripe.books, { refundStatus: 'succeeded', events: [] });
  stripe.faults.length = 0;
  stripe.calls.length = 0;
  const [buyer, staff] = await Promise.all([t.makeUser(), t.makeUser({ role: 'admin' })]);
  const { intentId, orders } = await beginLines(shop, buyer, lines);
  stripe.change(intentId);
  const world: MoneyWorld = {
    ...{ shop, buyer, staff, intentId, orders, waiting: [], lost: [], failedLate: new Set() },
    ...{ byHandCents: 0, decidedCents: 0, isDisturbed: false },
  };
  if (isReported) expectStatus(await reportPaid(t, buyer, orders[0]?._id ?? '', intentId), 200);
  else
    world.waiting.push({
      type: 'payment_intent.succeeded',
      object: { object: 'payment_intent', id: intentId } as { id: string },
    });
  return world;
}

/** Plays a step. Returns what the shop shows then. */
async function play(world: MoneyWorld, step: Step, before: Shown): Promise<Shown> {
  const { stripe } = world.shop;
  const calls = stripe.calls.length;
  const pendingCents = pendingAtStripe(world);
  // The shop looks at Stripe before it sends, and may learn that something given has failed.
  const dueCents = Math.max(before.due, before.decided - reallyGivenCents(world));
  const names = step.map(([name]) => name);
  world.decidedCents = 0;
  world.isDisturbed = names.some((name) => disturbing.includes(name)) || stripe.faults.length > 0;
  const done = await Promise.allSettled(
    step.map(async ([name, a, b]) => actions[name](world, a, b) as Promise<unknown>),
  );
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected' && !world.isDisturbed) throw failed.reason;
  collectEvents(world);
  if (world.isDisturbed) await recover(world);
  const after = await readShown(world);
  checkBounds(after);
  const [name] = names;
  if (world.isDisturbed || names.length > 1 || !name) return after;
  if (exact.includes(name) && world.decidedCents !== undefined)
    expect(after.decided, 'what was given beyond what was decided is decided, and no more').toBe(
      Math.max(before.decided + world.decidedCents, after.given),
    );
  if (name === 'work')
    expect(sentCents(world, calls), 'no more is sent than was due and not on its way').toBeLessThanOrEqual(
      Math.max(dueCents - pendingCents, 0),
    );
  return after;
}

const pendingAtStripe = ({ shop: { stripe }, intentId }: MoneyWorld): number =>
  refundsOf(stripe.books, intentId)
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + amount, 0);

function checkBounds({ paid, given, due, decided }: Shown): void {
  expect(given).toBeGreaterThanOrEqual(0);
  expect(due, 'what is due is never negative').toBeGreaterThanOrEqual(0);
  expect(given + due, 'no more is given and due than was paid').toBeLessThanOrEqual(paid);
  expect(given + due, 'what is given and due is what was decided').toBe(decided);
}

/** Lets the dust settle: everything is delivered or reconciled, then staff do all that the shop asks for. */
async function settle(world: MoneyWorld, { ending }: Sequence, history: string[]): Promise<void> {
  const { intentId } = world;
  const { stripe } = world.shop;
  world.isDisturbed = false;
  Object.assign(stripe.books, { refundStatus: 'succeeded' });
  stripe.faults.length = 0;
  for (const refund of refundsOf(stripe.books, intentId))
    if (refund.status === 'pending')
      decideRefund(stripe.books, refund, ending.succeeds ? 'succeeded' : 'failed');
  await deliverRest(world, ending.isReversed);
  await reconcile(world);
  const disputes = stripe.books.disputes.filter(({ payment_intent }) => payment_intent === intentId);
  for (const dispute of disputes.filter(isOpen)) {
    await expectNoShipping(world);
    decide(world, dispute, ending.losesDispute ? 0 : 1);
  }
  await deliverRest(world, ending.isReversed);
  await reconcile(world);
  const settled = await readShown(world);
  history.push(`the dust has settled ${describe(world, settled)}`);
  expectAsAtStripe(world, settled);

  if (settled.due > 0) await doWhatIsAsked(world);
  const paidBack = await readShown(world);
  history.push(`staff did what the shop asked ${describe(world, paidBack)}`);
  expectAsAtStripe(world, paidBack);
  expect(paidBack.due, 'nothing is due once staff have done what the shop asks').toBe(0);
  await expectPapers(world, paidBack);

  const calls = stripe.calls.length;
  for (const { _id, state } of await readRefunds(world))
    if (state === 'failed') await ask(world, world.staff, 'POST', `/refunds/${_id}/retry`);
  await passTime(world, 6);
  await reconcile(world);
  expect(sentCents(world, calls), 'nothing is sent while nothing is due').toBe(0);
  expect(await readShown(world)).toEqual(paidBack);
  expect(stripe.problems).toEqual([]);
}

/** The shop's own work: due jobs, a round of reconciliation, and the jobs that follow from it. */
async function reconcile(world: MoneyWorld): Promise<void> {
  await work(world);
  await reconcilePayments(world.shop.t.shop);
  await work(world);
}

/** Staff retry what has failed, then give by hand what still has. */
async function doWhatIsAsked(world: MoneyWorld): Promise<void> {
  for (const isRetried of [true, false]) {
    for (const { _id, state } of await readRefunds(world)) {
      if (state !== 'failed' || (await readShown(world)).due === 0) continue;
      if (isRetried) await ask(world, world.staff, 'POST', `/refunds/${_id}/retry`);
      else await markGiven(world, _id);
    }
    await reconcile(world);
    await deliverRest(world, false);
    if ((await readShown(world)).due === 0) return;
  }
}

async function deliverRest(world: MoneyWorld, isReversed: boolean): Promise<void> {
  collectEvents(world);
  const { now } = world.shop.t.clock;
  // Stripe tries for three days: only what the reconciliation can see is ever lost.
  const late = world.lost.filter(({ object }) => {
    const { created = 0 } = object as { created?: number };
    return world.failedLate.has(object.id) && +now() - created * 1000 > LOOKS_BACK_MS;
  });
  const events = [...world.waiting.splice(0), ...late];
  for (const event of isReversed ? events.reverse() : events) await deliver(world, event);
}

async function expectNoShipping(world: MoneyWorld): Promise<void> {
  for (const { _id } of world.orders) {
    const { state } = await readOrder(world.shop.t, world.staff, _id);
    if (state !== 'paid') continue;
    const { status } = await ask(world, world.staff, 'PUT', `/manageorders/${_id}`);
    expect(status, 'a disputed order does not ship').toBe(409);
  }
}

/** What was given is what Stripe and staff gave, as far as it was paid. */
function expectAsAtStripe(world: MoneyWorld, shown: Shown): void {
  checkBounds(shown);
  expect(shown.paid, 'the payment counts').toBe(world.shop.stripe.books.intents.get(world.intentId)?.amount);
  expect(shown.given, 'what the shop says was given is what was given').toBe(
    Math.min(shown.paid, reallyGivenCents(world)),
  );
}

/** Every refund has its credit note, and each order is within its own sums. */
async function expectPapers(world: MoneyWorld, shown: Shown): Promise<void> {
  const refunds = await readRefunds(world);
  const withoutNote = refunds.filter(({ amount, creditNoteNumber }) => amount > 0 && !creditNoteNumber);
  expect(withoutNote, 'every refund has its credit note').toEqual([]);
  expect(Math.round(refunds.reduce((sum, { amount }) => sum + amount, 0) * 100)).toBe(shown.decided);
  const { t } = world.shop;
  const orders = await Promise.all(world.orders.map(({ _id }) => readOrder(t, world.staff, _id)));
  for (const { refunded, refundDue, refundable } of orders)
    expect(Math.min(refunded, refundDue, refundable)).toBeGreaterThanOrEqual(0);
  expect(Math.round(orders.reduce((sum, { refunded }) => sum + refunded, 0) * 100)).toBe(shown.given);
}
