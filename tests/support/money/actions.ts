import type { Stripe } from 'stripe';
import type { Return } from '#features/returns/contract.ts';
import { openReturnStates } from '#features/returns/return-states.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import {
  createRefund,
  decideDispute,
  decideRefund,
  goneCents,
  openDispute,
  refundsOf,
  type StripeEvent,
  StripeRefusal,
} from '../stripe/stripe-books.ts';
import type { TestShop } from '../test-shop.ts';
import { ask, collectEvents, deliver, type MoneyWorld, passTime, readRefunds, readShown } from './world.ts';

export const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % items.length];

/** Jobs that move no money, which take longer than all others. */
const otherJobs = ['send-mail', 'tell-staff', 'tell-restocked', 'make-avif', 'deliver-webhooks'];
const moneyJobs = knownJobs.names.filter((name) => !otherJobs.includes(name));

/** Does the shop's due jobs, once each. */
export const work = ({ shop: { t } }: MoneyWorld) => t.runJobs(...moneyJobs);

/** Ends what the shop does at this moment: every statement and transaction of its breaks off. Connections of
 * tests, of which another may be killing too, are spared. */
export const kill = (t: TestShop) =>
  t.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'toolyard%'`);

const disputesOf = ({ shop: { stripe }, intentId }: MoneyWorld) =>
  stripe.books.disputes.filter(({ payment_intent }) => payment_intent === intentId);

/** Whether a dispute has not been decided. */
export const isOpen = ({ status }: Stripe.Dispute) =>
  ['needs_response', 'warning_needs_response'].includes(status);

/** Stripe refuses what does not fit: nothing has happened then. */
function unlessRefused(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
  }
}

type Act = (world: MoneyWorld, a: number, b: number) => unknown;

/** All that can happen to a payment. `a` and `b` are what it chooses by. */
export const actions = {
  async refundAmount(world, a, b) {
    const order = pick(world.orders, a);
    const amount = pick([12.5, 50, 0.01, order?.price ?? 1, 3.33, (order?.price ?? 1) / 2], b) ?? 1;
    await refund(world, order?._id, { amount: Math.round(amount * 100) / 100 });
  },
  async refundUnit(world, a, b) {
    await refund(world, pick(world.orders, a)?._id, { quantity: 1, restock: b % 2 === 0 });
  },
  async askReturn(world, a, b) {
    const lines = [{ orderId: pick(world.orders, a)?._id, quantity: (b % 2) + 1, reason: 'defective' }];
    await ask(world, world.staff, 'POST', '/returns', { lines });
  },
  async receiveReturn(world, a, b) {
    const chosen = pick(await readOpenReturns(world), a);
    if (!chosen) return;
    const path = `/returns/${chosen._id}`;
    if (chosen.state === 'requested') await ask(world, world.staff, 'PATCH', path, { state: 'approved' });
    const [line] = chosen.lines;
    const isAccepted = b !== 5;
    const arrived = {
      ...{ orderId: line?.orderId, received: 1, accepted: isAccepted ? 1 : 0, rejectedReason: 'Worn' },
      ...{ restock: isAccepted && b % 2 === 0 ? 1 : 0, ...(b === 1 && { deduct: 5 }) },
    };
    const body = { state: 'received', lines: [arrived], ...(b === 4 && { delivery: true }) };
    const reply = await ask<Return>(world, world.staff, 'PATCH', path, body);
    if (reply.status === 200 && world.decidedCents !== undefined)
      world.decidedCents += refundedCents(reply.body) - refundedCents(chosen);
  },
  async closeReturn(world, a) {
    const chosen = pick(await readOpenReturns(world), a);
    if (chosen) await ask(world, world.staff, 'PATCH', `/returns/${chosen._id}`, { state: 'closed' });
  },
  async cancel(world, a, b) {
    const by = b % 2 === 0 ? world.buyer : world.staff;
    const path = `/orders/${pick(world.orders, a)?._id}/cancel`;
    world.decidedCents = undefined;
    await ask(world, by, 'POST', path, { reason: 'Not needed' });
  },
  async ship(world, a) {
    await ask(world, world.staff, 'PUT', `/manageorders/${pick(world.orders, a)?._id}`);
  },
  async retry(world, a) {
    const failed = (await readRefunds(world)).filter(({ state }) => state === 'failed');
    const chosen = pick(failed, a);
    if (chosen) await ask(world, world.staff, 'POST', `/refunds/${chosen._id}/retry`);
  },
  async giveByHand(world, a) {
    const failed = (await readRefunds(world)).filter(({ state }) => state === 'failed');
    const chosen = pick(failed, a);
    if (chosen) await markGiven(world, chosen._id);
  },
  work,
  reconcile: ({ shop: { t } }) => reconcilePayments(t.shop),
  passTime: (world, a) => passTime(world, pick([1, 16, 61, 300], a) ?? 1),

  refundInDashboard({ shop: { stripe }, intentId }, a, b) {
    const { books } = stripe;
    const paid = books.intents.get(intentId)?.amount ?? 0;
    const amount = pick([undefined, 1250, Math.round(paid * 0.7), Math.round(paid / 2), 1, paid], a);
    const before = books.refundStatus;
    books.refundStatus = pick(['succeeded', 'succeeded', 'pending'], b) ?? '';
    unlessRefused(() =>
      createRefund(books, { payment_intent: intentId, ...(amount && { amount: String(amount) }) }),
    );
    books.refundStatus = before;
  },
  bankAnswersShop({ shop: { stripe } }, a) {
    stripe.books.refundStatus = pick(['succeeded', 'pending', 'failed'], a) ?? '';
  },
  decidePending({ shop: { stripe }, intentId }, a, b) {
    const pending = refundsOf(stripe.books, intentId).filter(({ status }) => status === 'pending');
    const chosen = pick(pending, a);
    const status = pick(['succeeded', 'failed', 'canceled'] as const, b) ?? 'failed';
    if (chosen) decideRefund(stripe.books, chosen, status);
  },
  failLater({ shop: { stripe }, intentId, failedLate }, a) {
    const done = refundsOf(stripe.books, intentId).filter(({ status }) => status === 'succeeded');
    const chosen = pick(done, a);
    if (!chosen) return;
    failedLate.add(chosen.id);
    decideRefund(stripe.books, chosen, 'failed');
  },
  openDispute(world, a, b) {
    const { books } = world.shop.stripe;
    const intent = books.intents.get(world.intentId);
    if (intent?.status !== 'succeeded' || disputesOf(world).some(isOpen)) return;
    const left = intent.amount - goneCents(books, intent.id);
    if (left <= 0) return;
    const amount = pick([left, Math.ceil(left / 2), intent.amount], a) ?? left;
    openDispute(books, intent.id, {
      amount,
      ...(b % 3 === 0 && { status: 'warning_needs_response', is_charge_refundable: true }),
    });
  },
  decideDispute(world, a) {
    const dispute = disputesOf(world).find(isOpen);
    if (dispute) decide(world, dispute, a);
  },

  async deliver(world, a, b) {
    const event = takeEvent(world, a);
    if (!event) return;
    if (b % 4 === 0) world.waiting.push(event);
    await deliver(world, event);
  },
  async deliverTwice(world, a) {
    const event = takeEvent(world, a);
    if (event) await Promise.all([deliver(world, event), deliver(world, event)]);
  },
  lose(world, a) {
    const event = takeEvent(world, a);
    if (event) world.lost.push(event);
  },

  kill: ({ shop: { t } }) => kill(t),
  /** Kills the shop when Stripe has done what one of the next calls asks for, before its answer. */
  killAtStripe({ shop: { t, stripe } }, a) {
    for (let calls = 0; calls < a % 3; calls++) stripe.faults.push('none');
    stripe.faults.push(async () => void (await kill(t)));
  },
  /** Once would not do: a broken connection is tried again at once. */
  breakNetwork({ shop: { stripe } }, a, b) {
    const fault = pick(['drop', 'lose', 'fail'] as const, b) ?? 'drop';
    for (let calls = 0; calls < a % 3; calls++) stripe.faults.push('none');
    stripe.faults.push(fault, fault);
  },
} satisfies Record<string, Act>;

export type ActionName = keyof typeof actions;

/** Actions during which, and until the end of whose step, calls may fail. */
export const disturbing: ActionName[] = ['kill', 'killAtStripe', 'breakNetwork'];

/** The payment's returns that may still arrive. */
async function readOpenReturns(world: MoneyWorld): Promise<Return[]> {
  const { body } = await ask<Return[]>(world, world.staff, 'GET', '/returns');
  const isOfWorld = ({ lines }: Return) => world.orders.some(({ _id }) => _id === lines[0]?.orderId);
  return body.filter((one) => openReturnStates.includes(one.state) && isOfWorld(one));
}

const refundedCents = ({ lines }: Return) =>
  lines.reduce((sum, { refunded }) => sum + Math.round(refunded * 100), 0);

/** A refund by staff. */
async function refund(world: MoneyWorld, orderId: string | undefined, asked: object): Promise<void> {
  const body = { reason: 'Arrived bent', ...asked };
  const path = `/orders/${orderId}/refunds`;
  const reply = await ask<{ amount: number }>(world, world.staff, 'POST', path, body);
  if (reply.status === 201 && world.decidedCents !== undefined)
    world.decidedCents += Math.round(reply.body.amount * 100);
}

/** Marks a failed refund as given by hand, and notes what that gave: the shop hears of all refunds at Stripe
 * before. Returns whether the shop took it. */
export async function markGiven(world: MoneyWorld, refundId: string): Promise<boolean> {
  for (const refund of refundsOf(world.shop.stripe.books, world.intentId))
    await deliver(world, { type: 'refund.updated', object: refund });
  const before = await readShown(world);
  const { status } = await ask(world, world.staff, 'POST', `/refunds/${refundId}/given`);
  const after = await readShown(world);
  const given = after.given - before.given;
  if (given < 0 || given > before.due || (status === 200) !== given > 0)
    throw new Error(`given by hand: ${given} of ${before.due} due, with the answer ${status}`);
  world.byHandCents += given;
  return status === 200;
}

/** Decides an open dispute: lost for an even `a`, else won. */
export function decide({ shop: { stripe } }: MoneyWorld, dispute: Stripe.Dispute, a: number): void {
  const isInquiry = dispute.is_charge_refundable;
  if (a % 2 === 0) Object.assign(dispute, { is_charge_refundable: false });
  decideDispute(stripe.books, dispute, a % 2 === 0 ? 'lost' : isInquiry ? 'warning_closed' : 'won');
}

function takeEvent(world: MoneyWorld, a: number): StripeEvent | undefined {
  collectEvents(world);
  return world.waiting.splice(a % Math.max(world.waiting.length, 1), 1)[0];
}
