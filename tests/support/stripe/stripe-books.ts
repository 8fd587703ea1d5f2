import type { Stripe } from 'stripe';
import type { WireParameters } from './form-parameters.ts';
import { stripeDispute, stripeIntent, stripeRefund } from './stripe-objects.ts';

/** An error of Stripe, as in its documentation (https://docs.stripe.com/error-codes). */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(
    status: number,
    error: { type: string; code?: string; message: string; [more: string]: unknown },
  ) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

const invalid = (message: string, more: Record<string, unknown>) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...more });

/** An event as Stripe sends it: the object as it was then. */
export type StripeEvent = { type: string; object: object & { id: string } };

/** The data of the fake Stripe. */
export type StripeBooks = {
  intents: Map<string, Stripe.PaymentIntent>;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
  /** The status of refunds made from now on. */
  refundStatus: string;
  /** What happened to refunds and disputes, oldest first. */
  events: StripeEvent[];
  now: () => Date;
};

/** Creates an intent. @throws StripeRefusal for an amount that Stripe does not charge */
export function createIntent(books: StripeBooks, given: WireParameters): Stripe.PaymentIntent {
  const { amount, currency, metadata = {}, description = null } = given as Record<string, string>;
  checkAmount(Number(amount), String(currency));
  const intent = stripeIntent({
    amount: Number(amount),
    currency: String(currency),
    metadata: metadata as unknown as Stripe.Metadata,
    description,
    created: Math.floor(books.now().getTime() / 1000),
  });
  books.intents.set(intent.id, intent);
  return intent;
}

/** https://docs.stripe.com/currencies: minimum and maximum, three-decimal amounts that end in 0, no decimals
 * where the currency has none. */
function checkAmount(amount: number, currency: string): void {
  if (currency === 'usd' && amount < 50)
    throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
  if (amount > 99_999_999)
    throw invalid('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' });
  const step = { kwd: 10, isk: 100 }[currency] ?? 1;
  if (amount % step !== 0) throw invalid(`Invalid amount for ${currency}`, { param: 'amount' });
}

export const findIntent = ({ intents }: StripeBooks, id: string) =>
  known(intents.values(), 'payment_intent', id, 'intent');

export const findRefund = ({ refunds }: StripeBooks, id: string) => known(refunds, 'refund', id);

export const findDispute = ({ disputes }: StripeBooks, id: string) => known(disputes, 'dispute', id);

/** @throws StripeRefusal for an unknown id */
function known<Row extends { id: string }>(
  rows: Iterable<Row>,
  object: string,
  id: string,
  param = object,
): Row {
  const row = [...rows].find((one) => one.id === id);
  if (row) return row;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${object}: '${id}'`,
  });
}

export const listIntents = ({ intents }: StripeBooks, given: WireParameters) =>
  listPage('/v1/payment_intents', intents.values(), given);

export const listRefunds = (books: StripeBooks, given: WireParameters) => {
  const { payment_intent: intentId } = given;
  const rows = intentId === undefined ? books.refunds : refundsOf(books, String(intentId));
  return listPage('/v1/refunds', rows, given);
};

export const listDisputes = ({ disputes }: StripeBooks, given: WireParameters) =>
  listPage('/v1/disputes', disputes, given);

/** Newest first (https://docs.stripe.com/api/pagination). */
function listPage<Row extends { id: string; created: number }>(
  url: string,
  rows: Iterable<Row>,
  { limit = '10', starting_after: after, created }: WireParameters,
): Stripe.ApiList<Row> {
  const since = typeof created === 'object' ? Number(created.gte ?? 0) : 0;
  const all = [...rows].reverse().filter((row) => row.created >= since);
  const rest = all.slice(all.findIndex(({ id }) => id === after) + 1);
  const data = rest.slice(0, Number(limit));
  return { object: 'list', url, has_more: rest.length > data.length, data };
}

/** @throws StripeRefusal for an intent that has ended or is being processed by the bank */
export function cancelIntent(books: StripeBooks, id: string): Stripe.PaymentIntent {
  const intent = findIntent(books, id);
  if (['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`, {
      code: 'payment_intent_unexpected_state',
      payment_intent: intent,
    });
  }
  return Object.assign(intent, { status: 'canceled', cancellation_reason: 'abandoned' });
}

/** @throws StripeRefusal for an intent that has not succeeded, or for more than is left of it */
export function createRefund(books: StripeBooks, given: WireParameters): Stripe.Refund {
  const intent = findIntent(books, String(given.payment_intent));
  if (intent.status !== 'succeeded')
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
    });
  const disputed = books.disputes.find(
    ({ payment_intent, is_charge_refundable, status }) =>
      payment_intent === intent.id && !is_charge_refundable && !settledInFavor.includes(status),
  );
  if (disputed)
    throw invalid(`Charge ${disputed.charge} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const left = intent.amount - sumOf(refundsOf(books, intent.id).filter(isNotReturned));
  if (left === 0) throw invalid('Charge has already been refunded.', { code: 'charge_already_refunded' });
  const amount = given.amount === undefined ? left : Number(given.amount);
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const metadata = (given.metadata ?? {}) as Stripe.Metadata;
  const created = Math.floor(books.now().getTime() / 1000);
  const refund = stripeRefund(intent, { amount, status: books.refundStatus, metadata, created });
  books.refunds.push(refund);
  emit(books, 'refund.created', refund);
  emit(books, 'charge.refunded', { object: 'charge', id: refund.charge, payment_intent: intent.id });
  if (refund.status === 'failed') emit(books, 'refund.failed', refund);
  return refund;
}

/** Decides a refund as the bank. One that succeeded can still fail
 * (https://docs.stripe.com/refunds#failed-refunds); only one that is pending can be canceled. */
export function decideRefund(
  books: StripeBooks,
  refund: Stripe.Refund,
  status: 'succeeded' | 'failed' | 'canceled',
): void {
  refund.status = status;
  emit(books, 'refund.updated', refund);
  if (status === 'failed') emit(books, 'refund.failed', refund);
}

/** What has left the account of an intent's charge, in cents: refunds, pending ones included, and lost
 * disputes. */
export function goneCents(books: StripeBooks, intentId: string): number {
  const lost = books.disputes.filter(
    ({ payment_intent, status }) => payment_intent === intentId && status === 'lost',
  );
  return sumOf(refundsOf(books, intentId).filter(isNotReturned)) + sumOf(lost);
}

const sumOf = (rows: { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

const isNotReturned = ({ status }: Stripe.Refund) => status !== 'failed' && status !== 'canceled';

/** Final states of disputes that take nothing. */
const settledInFavor: Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented'];

function emit(books: StripeBooks, type: string, object: object): void {
  books.events.push({ type, object: structuredClone(object) as StripeEvent['object'] });
}

export const refundsOf = ({ refunds }: StripeBooks, intentId: string) =>
  refunds.filter(({ payment_intent }) => payment_intent === intentId);

/** Opens a bank's dispute of an intent that has succeeded; `given` overrides the defaults. */
export function openDispute(
  books: StripeBooks,
  intentId: string,
  given: Partial<Stripe.Dispute> = {},
): Stripe.Dispute {
  const created = Math.floor(books.now().getTime() / 1000);
  const dispute = stripeDispute(findIntent(books, intentId), { created, ...given });
  books.disputes.push(dispute);
  emit(books, 'charge.dispute.created', dispute);
  return dispute;
}

/** Decides a dispute as the buyer's bank. */
export function decideDispute(
  books: StripeBooks,
  dispute: Stripe.Dispute,
  status: Stripe.Dispute.Status,
): void {
  dispute.status = status;
  emit(books, 'charge.dispute.closed', dispute);
}
