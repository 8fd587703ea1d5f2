import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkCard, passesLuhn, SandboxError } from './card-check.ts';

const now = new Date('2026-07-15T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12/30', securityCode: '123' };

describe('the known test cards', () => {
  test.each([
    ['4242 4242 4242 4242', { outcome: 'succeeds', last4: '4242' }],
    ['4000-0025-0000-3155', { outcome: 'asks_authentication', last4: '3155' }],
    ['4000000000000002', { outcome: 'generic_decline', last4: '0002' }],
    ['4000000000009995', { outcome: 'insufficient_funds', last4: '9995' }],
  ])('%s', (number, outcome) => {
    expect(checkCard({ ...good, number }, now)).toEqual(outcome);
  });

  test('exclude any other valid number, which is declined and not stored', () => {
    const outcome = checkCard({ ...good, number: '5555555555554444' }, now);
    expect(outcome).toEqual({ outcome: 'test_mode_live_card', last4: null });
  });
});

describe('the check of a card', () => {
  test.each([
    ['incomplete_number', { number: '' }],
    ['incomplete_number', { number: '4242 4242 424' }],
    ['incomplete_number', { number: '4242 4242 4242 424x' }],
    ['invalid_number', { number: '4242 4242 4242 4241' }],
    ['invalid_expiry', { expiry: '1230' }],
    ['invalid_expiry', { expiry: '13/30' }],
    ['invalid_expiry', { expiry: '00/30' }],
    ['expired', { expiry: '06/26' }],
    ['expired', { expiry: '12/25' }],
    ['invalid_security_code', { securityCode: '12' }],
    ['invalid_security_code', { securityCode: '12a' }],
    ['invalid_security_code', { securityCode: '1234' }],
  ])('%s: %o', (code, slip) => {
    expect(() => checkCard({ ...good, ...slip }, now)).toThrow(new SandboxError(code as 'expired'));
  });

  test('accepts a card to the end of its month', () => {
    expect(checkCard({ ...good, expiry: '07/26' }, new Date('2026-07-31T23:59:59Z'))).toMatchObject({
      outcome: 'succeeds',
    });
    expect(() => checkCard({ ...good, expiry: '07/26' }, new Date('2026-08-01T00:00:00Z'))).toThrow(
      'expired',
    );
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
