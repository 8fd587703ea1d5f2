import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDigits, formatPrice, orderPrice, toCents, toPrice } from './money.ts';

const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase());

describe('cents', () => {
  it('survive the round trip through a price in every kind of currency', () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom('usd', 'jpy', 'kwd'), (cents, currency) => {
        expect(toCents(toPrice(cents, currency), currency)).toBe(cents);
      }),
    );
  });

  it('are exact where floats are not', () => {
    expect(toCents(19.99, 'usd')).toBe(1999);
    expect(toCents(1.1, 'usd')).toBe(110);
    expect(toCents(4.35, 'usd')).toBe(435);
    expect(toCents(1.005, 'kwd')).toBe(1005);
  });

  it('are refused for a price that the currency cannot have', () => {
    for (const price of [1.999, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7]) {
      expect(toCents(price, 'usd')).toBeUndefined();
    }
    expect(toCents(1.5, 'jpy')).toBeUndefined();
  });
});

// These digits define the stored amounts: if a newer `Intl` counts differently, pin them first.
it('counts every currency as when its amounts were stored', () => {
  const whole =
    'afn all bif clp cop djf gnf huf idr iqd irr isk jpy kmf kpw krw lak lbp mga mmk pkr pyg rwf sll sos syp ugx vnd vuv xaf xof xpf yer';
  const thousandths = 'bhd jod kwd lyd omr tnd';
  const counted = Object.groupBy(currencies, currencyDigits);
  expect(counted[0]?.join(' ')).toBe(whole);
  expect(counted[3]?.join(' ')).toBe(thousandths);
  expect(Object.keys(counted)).toEqual(['0', '2', '3']);
});

it('knows how many digits a currency has', () => {
  expect(['usd', 'jpy', 'kwd'].map(currencyDigits)).toEqual([2, 0, 3]);
});

it('formats prices for display', () => {
  expect(formatPrice(1299, 'usd', 'symbol')).toBe('$1,299.00');
  expect(formatPrice(500, 'jpy', 'symbol')).toBe('¥500');
  expect(formatPrice(1299, 'usd', 'code')).toBe('USD\u00a01,299.00');
});

describe('orderPrice', () => {
  it.each([
    [0.1, 3, 'usd', 0.3],
    [19.99, 3, 'usd', 59.97],
    [1.005, 1, 'usd', undefined],
    [1200, 7, 'jpy', 8400],
    [24.5, 0, 'usd', undefined],
    [24.5, 1.5, 'usd', undefined],
    [24.5, Number.NaN, 'usd', undefined],
    [999_999.99, Number.MAX_SAFE_INTEGER, 'usd', undefined],
  ])('%d × %d %s is %d', (unitPrice, quantity, currency, sum) => {
    expect(orderPrice(unitPrice, quantity, currency)).toBe(sum);
  });
});
