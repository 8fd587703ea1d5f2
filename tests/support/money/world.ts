import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import type { BillReply } from '#features/payments/contract.ts';
import type { ListedRefund } from '#features/refunds/contract.ts';
import { times } from '../at-once.ts';
import { expectStatus } from '../buying.ts';
import { refundsOf } from '../refunding.ts';
import { refundsOf as refundsAt, type StripeEvent } from '../stripe/stripe-books.ts';
import type { StripeShop } from '../stripe/stripe-shop.ts';
import { tellShop } from '../stripe/tell-shop.ts';
import type { Reply, TestUser } from '../test-shop.ts';
import { until } from '../until.ts';

/** One payment with all that happens to its money, in a shop that this sequence has for itself meanwhile. */
export type MoneyWorld = {
  shop: StripeShop;
  buyer: TestUser;
  staff: TestUser;
  intentId: string;
  orders: Order[];
  /** Events that Stripe has not delivered yet, oldest first, and those that it never will. */
  waiting: StripeEvent[];
  lost: StripeEvent[];
  /** Refunds that succeeded before they failed. */
  failedLate: Set<string>;
  /** What staff gave by hand, in cents. */
  byHandCents: number;
  /** What the shop decided to refund in this step, in cents; undefined if that is not known. */
  decidedCents: number | undefined;
  /** Whether a kill or a fault of the network is part of this step: then an answer may be a failure. */
  isDisturbed: boolean;
};

/** What the shop shows of a payment, in cents. `decided`: the sum of its credit notes. */
export type Shown = { paid: number; given: number; due: number; decided: number };

const cents = (price: number) => Math.round(price * 100);

/** Reads what the shop shows of the payment; all 0 before it is paid. */
export async function readShown({ shop: { t }, staff, intentId }: MoneyWorld): Promise<Shown> {
  const reply = await t.call<BillReply>('GET', `/payments/${intentId}/bill`, { token: staff.token });
  if (reply.status === 404) return { paid: 0, given: 0, due: 0, decided: 0 };
  const { total, refunded, refundDue } = expectStatus(reply, 200);
  const { rows } = await sql<{ decided: number }>`
    select coalesce(sum(invoices.total_cents), 0)::float8 as decided
    from payments left join invoices on payment_id = payments.id and kind = 'credit_note'
    where intent_id = ${intentId}`.execute(t.shop.db);
  return {
    ...{ paid: cents(total), given: cents(refunded), due: cents(refundDue) },
    decided: rows[0]?.decided ?? 0,
  };
}

/** Lets time pass. Access tokens do not last: others of the staff go on, for the buyer too. */
export async function passTime(world: MoneyWorld, minutes: number): Promise<void> {
  const { t } = world.shop;
  t.clock.advance(minutes * 60_000);
  world.staff = await t.makeUser({ role: 'admin' });
  world.buyer = world.staff;
}

/** Waits until the shop has lost all the connections that a kill ended: each fails one call. */
export async function recover({ shop: { t }, staff, intentId }: MoneyWorld): Promise<void> {
  const read = () => t.call('GET', `/payments/${intentId}/bill`, { token: staff.token });
  await until('the shop to have recovered', async () =>
    (await times(8, read)).every(({ status }) => status < 500),
  );
}

/** Calls the shop; a failure of the shop itself is a fault unless something disturbed it. */
export async function ask<Body>(
  { shop: { t }, isDisturbed }: MoneyWorld,
  { token }: TestUser,
  method: string,
  path: string,
  body?: object,
): Promise<Reply<Body>> {
  const reply = await t.call<Body>(method, path, { token, body });
  if (!isDisturbed) expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500);
  return reply;
}

/** Moves what Stripe has to report into the queue of events. */
export function collectEvents({ shop: { stripe }, waiting }: MoneyWorld): void {
  waiting.push(...stripe.books.events.splice(0));
}

/** Delivers an event; after a failure that something else caused, Stripe will try again. */
export async function deliver(world: MoneyWorld, event: StripeEvent): Promise<void> {
  const { status } = await tellShop(world.shop.t, event.type, event.object);
  if (status === 200) return;
  expect(world.isDisturbed, `the webhook ${event.type} was answered with ${status}`).toBe(true);
  world.waiting.push(event);
}

/** The refunds of all orders, as staff see them. */
export async function readRefunds({ shop: { t }, staff, orders }: MoneyWorld): Promise<ListedRefund[]> {
  const lists = await Promise.all(orders.map(({ _id }) => refundsOf(t, staff, _id)));
  return lists.flat();
}

/** What Stripe and staff by hand have given for good, in cents. */
export function reallyGivenCents({ shop: { stripe }, intentId, byHandCents }: MoneyWorld): number {
  const refunds = refundsAt(stripe.books, intentId).filter(({ status }) => status === 'succeeded');
  const lost = stripe.books.disputes.filter(
    ({ payment_intent, status }) => payment_intent === intentId && status === 'lost',
  );
  return [...refunds, ...lost].reduce((sum, { amount }) => sum + amount, byHandCents);
}

/** What the shop asked Stripe for since `from` calls, in cents: each refund once, however often it asked. */
export function sentCents({ shop: { stripe } }: MoneyWorld, from: number): number {
  const posts = stripe.calls.slice(from).filter(({ call }) => call === 'POST /v1/refunds');
  const asked = new Map(
    posts.map(({ parameters: { metadata, amount } }) => [JSON.stringify(metadata), Number(amount)]),
  );
  return [...asked.values()].reduce((sum, amount) => sum + amount, 0);
}
