import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import { checkCard, passesLuhn } from './card-check.ts';

const now = new Date('2026-07-15T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12/30', securityCode: '123' };

describe('the known test cards', () => {
  test.each([
    ['4242 4242 4242 4242', { outcome: 'succeeds', last4: '4242' }],
    ['4000-0025-0000-3155', { outcome: 'asks_authentication', last4: '3155' }],
    ['4000000000000002', { outcome: 'declined', last4: '0002', message: 'Your card was declined.' }],
    [
      '4000000000009995',
      { outcome: 'declined', last4: '9995', message: 'Your card has insufficient funds.' },
    ],
  ])('%s', (number, verdict) => {
    expect(checkCard({ ...good, number }, now)).toEqual(verdict);
  });

  test('any other good number is declined, and nothing of it is kept', () => {
    expect(checkCard({ ...good, number: '5555555555554444' }, now)).toEqual({
      outcome: 'declined',
      last4: null,
      message: expect.stringContaining('takes test cards only'),
    });
  });
});

describe('a slip is told at its field', () => {
  test.each([
    ['card.number', { number: '' }, 'Your card number is incomplete.'],
    ['card.number', { number: '4242 4242 424' }, 'Your card number is incomplete.'],
    ['card.number', { number: '4242 4242 4242 424x' }, 'Your card number is incomplete.'],
    ['card.number', { number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    ['card.expiry', { expiry: '1230' }, 'Enter the expiration date as MM/YY.'],
    ['card.expiry', { expiry: '13/30' }, 'Enter the expiration date as MM/YY.'],
    ['card.expiry', { expiry: '00/30' }, 'Enter the expiration date as MM/YY.'],
    ['card.expiry', { expiry: '06/26' }, "Your card's expiration date is in the past."],
    ['card.expiry', { expiry: '12/25' }, "Your card's expiration date is in the past."],
    ['card.securityCode', { securityCode: '12' }, 'The security code has 3 digits.'],
    ['card.securityCode', { securityCode: '12a' }, 'The security code has 3 digits.'],
    ['card.securityCode', { securityCode: '1234' }, 'The security code has 3 digits.'],
  ])('%s: %o', (field, slip, message) => {
    const refusal = new AppError('invalid_input', message, { field });
    expect(() => checkCard({ ...good, ...slip }, now)).toThrow(refusal);
    expect(refusalOf(() => checkCard({ ...good, ...slip }, now))).toMatchObject({ field });
  });

  test('a card is good to the end of its month', () => {
    expect(checkCard({ ...good, expiry: '07/26' }, new Date('2026-07-31T23:59:59Z'))).toMatchObject({
      outcome: 'succeeds',
    });
    expect(() => checkCard({ ...good, expiry: '07/26' }, new Date('2026-08-01T00:00:00Z'))).toThrow('past');
  });
});

test('Luhn: one wrong digit never passes', () => {
  const digits = [...'4242424242424242'];
  fc.assert(
    fc.property(fc.nat({ max: 15 }), fc.integer({ min: 1, max: 9 }), (place, step) => {
      const changed = digits.with(place, String((Number(digits[place]) + step) % 10));
      expect(passesLuhn(changed.join(''))).toBe(false);
    }),
  );
  expect(passesLuhn(digits.join(''))).toBe(true);
});

function refusalOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
