import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import { MAX_CHARGE_CENTS, toCents, toPrice } from '#contracts/money.ts';
import { MAX_QUANTITY } from '#features/catalogue/rules.ts';
import type { OrderState } from './contract.ts';
import { checkOrderMove, countStates, type OrderMove } from './order-states.ts';
import {
  centsOfPrice,
  checkSeenPrice,
  nextPaymentState,
  orderQuantity,
  orderTotalCents,
  type PaymentMove,
  type PaymentState,
  readOrderNumber,
} from './rules.ts';

const dollars = { currency: 'usd', currencyDisplay: 'symbol' } as const;
const quantities = fc.integer({ min: 1, max: MAX_QUANTITY });
const stock = fc.integer({ min: 0, max: MAX_QUANTITY });
const charges = fc.integer({ min: 1, max: MAX_CHARGE_CENTS });
const currencies = fc.constantFrom('usd', 'jpy', 'kwd');

test.each(['TY-10482', '#TY-10482', 'ty 10482', '#10482', ' 10482 '])('%j is an order number', (text) => {
  expect(readOrderNumber(text)).toEqual({ prefix: /ty/i.test(text) ? 'TY' : undefined, digits: '10482' });
});

test.each(['ACME7-10482', '#acme7 10482'])('%j is one of a shop with its own prefix', (text) => {
  expect(readOrderNumber(text)).toEqual({ prefix: 'ACME7', digits: '10482' });
});

test.each(['TY-', '10482 drills', '7X-10482', 'WORKSHOP-10482', '1234567890123456789', ''])(
  '%j is not an order number',
  (text) => {
    expect(readOrderNumber(text)).toBe(undefined);
  },
);

describe('the quantity of an order', () => {
  test('is at least the minimum, at most what is available, and unchanged in between', () => {
    fc.assert(
      fc.property(quantities, quantities, stock, (requested, minOrderQuantity, availableQuantity) => {
        const tool = { minOrderQuantity, availableQuantity };
        if (availableQuantity < minOrderQuantity) {
          expect(() => orderQuantity(requested, tool)).toThrow(/out of stock|left; the minimum/);
        } else if (requested > availableQuantity) {
          expect(() => orderQuantity(requested, tool)).toThrow(
            `Maximum order quantity must be smaller than or equal ${availableQuantity}`,
          );
        } else {
          expect(orderQuantity(requested, tool)).toBe(Math.max(requested, minOrderQuantity));
        }
      }),
    );
  });

  test('is raised to the minimum when below it, also from zero and less', () => {
    expect(orderQuantity(-3, { minOrderQuantity: 5, availableQuantity: 5 })).toBe(5);
  });

  test('reports how many are left when they are fewer than the minimum', () => {
    expect(() => orderQuantity(1, { minOrderQuantity: 5, availableQuantity: 4 })).toThrow(
      'Only 4 left; the minimum order is 5',
    );
    expect(() => orderQuantity(1, { minOrderQuantity: 5, availableQuantity: 0 })).toThrow(
      /^This tool is out of stock$/,
    );
  });
});

describe('the total of an order', () => {
  test('is the exact unit price times the quantity, up to the largest charge', () => {
    fc.assert(
      fc.property(charges, quantities, (unitPriceCents, quantity) => {
        const exact = BigInt(unitPriceCents) * BigInt(quantity);
        if (exact > BigInt(MAX_CHARGE_CENTS)) {
          expect(() => orderTotalCents(unitPriceCents, quantity, dollars)).toThrow('limited to $999,999.99');
        } else {
          expect(BigInt(orderTotalCents(unitPriceCents, quantity, dollars))).toBe(exact);
        }
      }),
    );
  });

  test('may be the largest charge, and not a cent more', () => {
    expect(orderTotalCents(MAX_CHARGE_CENTS, 1, dollars)).toBe(99_999_999);
    expect(() => orderTotalCents(50_000_000, 2, dollars)).toThrow('limited to $999,999.99');
    const inCode = { currency: 'usd', currencyDisplay: 'code' } as const;
    expect(() => orderTotalCents(50_000_000, 2, inCode)).toThrow('limited to USD\u00a0999,999.99');
  });
});

describe('a price in a request', () => {
  test('round-trips to its cents', () => {
    fc.assert(
      fc.property(charges, currencies, (cents, currency) => {
        expect(toCents(toPrice(cents, currency), currency)).toBe(cents);
        expect(centsOfPrice(toPrice(cents, currency), currency)).toBe(cents);
      }),
    );
  });

  test('accepts what a client multiplied in floating point', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 1000 }),
        currencies,
        (unitCents, quantity, currency) => {
          const seen = toPrice(unitCents, currency) * quantity;
          expect(centsOfPrice(seen, currency)).toBe(unitCents * quantity);
        },
      ),
    );
    expect(centsOfPrice(0.1 * 3, 'usd')).toBe(30);
  });

  test('is rejected with a fraction of a cent', () => {
    expect(centsOfPrice(10.005, 'usd')).toBeUndefined();
    expect(centsOfPrice(0.5, 'jpy')).toBeUndefined();
  });

  test('passes only if it is the total to the cent', () => {
    fc.assert(
      fc.property(charges, charges, (seen, total) => {
        const check = () => checkSeenPrice(toPrice(seen, 'usd'), total, dollars);
        if (seen === total) expect(check).not.toThrow();
        else expect(check).toThrow(/^The price is now \$/);
      }),
    );
    expect(() => checkSeenPrice(999_999.98, MAX_CHARGE_CENTS, dollars)).toThrow(
      'The price is now $999,999.99',
    );
  });
});

// The allowed values are repeated on purpose, so that a slip in a table fails a test.

const orderStates: OrderState[] = ['unpaid', 'paid', 'shipped', 'deleted'];
const orderMoves: OrderMove[] = ['changed', 'paid', 'shipped', 'unshipped', 'deleted'];
const allowed = ['unpaid changed', 'unpaid paid', 'unpaid deleted', 'paid shipped', 'shipped unshipped'];

describe.each(orderStates)('an order that is %s', (state) => {
  test.each(orderMoves)('becomes %s only if the table allows it', (move) => {
    const check = () => checkOrderMove(state, move);
    if (allowed.includes(`${state} ${move}`)) expect(check).not.toThrow();
    else expect(check).toThrow(new AppError('conflict', `This order is ${state} and can’t be ${move}`));
  });
});

const paymentStates: PaymentState[] = ['live', 'succeeded', 'cancelled', 'refund_due', 'refunded'];
const paymentMoves: PaymentMove[] = ['captured', 'released', 'called_back', 'refunded', 'bounced'];
const leadsTo: Record<string, PaymentState> = {
  'live captured': 'succeeded',
  'live released': 'cancelled',
  'live called_back': 'refund_due',
  'cancelled captured': 'succeeded',
  'cancelled called_back': 'refund_due',
  'refund_due refunded': 'refunded',
  'refunded bounced': 'refund_due',
};

describe.each(paymentStates)('a payment that is %s', (state) => {
  test.each(paymentMoves)('becomes %s only if the table allows it', (move) => {
    const next = leadsTo[`${state} ${move}`];
    if (next) expect(nextPaymentState(state, move)).toBe(next);
    else expect(() => nextPaymentState(state, move)).toThrow(`a payment that is ${state} cannot be ${move}`);
  });
});

test('a purchase counts its orders by what each state counts as', () => {
  const orders = (['unpaid', 'paid', 'paid', 'shipped', 'cancelled', 'cancelled', 'cancelled'] as const).map(
    (state, nth) => ({ state, sentQuantity: nth === 1 || state === 'shipped' ? 2 : 0 }),
  );
  expect(countStates(orders)).toEqual({ toShip: 2, partlyShipped: 1, shipped: 1, canceled: 3 });
});
