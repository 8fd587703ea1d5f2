import type { Cents } from '#contracts/money.ts';
import type { SharedMovement } from '#features/orders/movement-store.ts';
import type { LockedPayment } from '#features/orders/payment-store.ts';
import type { GivenRefund } from '#features/orders/refund-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { deliveryLeftCents, lineCents } from './create-refund.ts';

type Movement = Pick<SharedMovement, 'id' | 'refund_id' | 'state' | 'amount_cents' | 'shared_cents'>;
type Refund = Pick<GivenRefund, 'id' | 'state' | 'amount_cents' | 'given_cents'>;

/** A part of a movement that is counted towards a refund. */
type Share = { movement_id: string; refund_id: string; amount_cents: Cents };

/** Counts money that has moved towards the refunds of a payment that are not wholly given: a movement first
 * towards the refund that asked for it, then towards the others, those that failed before those in progress,
 * each the oldest first. Returns the shares to add, and what is left of each movement beyond all refunds. */
export function shareMovements(
  movements: readonly Movement[],
  refunds: readonly Refund[],
): { shares: Share[]; beyond: { movementId: string; cents: Cents }[] } {
  const open = new Map(refunds.map(({ id, amount_cents, given_cents }) => [id, amount_cents - given_cents]));
  const failedFirst = [
    ...refunds.filter(({ state }) => state === 'failed'),
    ...refunds.filter(({ state }) => state !== 'failed'),
  ];
  const shares: Share[] = [];
  const beyond: { movementId: string; cents: Cents }[] = [];
  for (const { id, refund_id, state, amount_cents, shared_cents } of movements) {
    let rest = state === 'succeeded' ? amount_cents - shared_cents : 0;
    const own = failedFirst.filter((refund) => refund.id === refund_id);
    for (const refund of new Set([...own, ...failedFirst])) {
      const cents = Math.min(rest, open.get(refund.id) ?? 0);
      if (cents === 0) continue;
      shares.push({ movement_id: id, refund_id: refund.id, amount_cents: cents });
      open.set(refund.id, (open.get(refund.id) ?? 0) - cents);
      rest -= cents;
    }
    if (rest > 0) beyond.push({ movementId: id, cents: rest });
  }
  return { shares, beyond };
}

/** A part of an amount that an order's refund is of; `delivery_cents` of it are delivery. */
type Part = { order: OrderRow; amount_cents: Cents; delivery_cents: Cents };

/** Divides an amount over what no refund has decided of each order's goods, in order, then over the delivery,
 * which goes with the last order. The parts come to less where less is left. */
export function partsOf({ payment, lines }: LockedPayment, amountCents: Cents): Part[] {
  let rest = amountCents;
  const take = (most: Cents) => {
    const taken = Math.min(most, rest);
    rest -= taken;
    return taken;
  };
  const parts = lines.map(({ order, line }) => ({
    order,
    amount_cents: take(lineCents(line) - line.refunded_cents),
    delivery_cents: 0,
  }));
  const delivery = take(deliveryLeftCents(payment));
  const withDelivery = parts.findLast((part) => part.amount_cents > 0) ?? parts.at(-1);
  if (withDelivery) {
    withDelivery.amount_cents += delivery;
    withDelivery.delivery_cents = delivery;
  }
  return parts.filter((part) => part.amount_cents > 0);
}
