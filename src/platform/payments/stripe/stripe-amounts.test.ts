import { expect, it } from 'vitest';
import { toCents } from '#contracts/money.ts';
import { fromStripeAmount, stripeStepCents, toStripeAmount } from './stripe-amounts.ts';

// From https://docs.stripe.com/currencies#minor-units, independent of the code: what 10 of each are in
// Stripe's units.
const whole = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const thousandths = 'bhd jod kwd omr tnd'.split(' ');
const tenOf = (currency: string) =>
  whole.includes(currency) ? 10 : thousandths.includes(currency) ? 10_000 : 1000;

it('charges ten of any currency as ten, whichever way Intl and Stripe count it', () => {
  for (const code of Intl.supportedValuesOf('currency')) {
    const currency = code.toLowerCase();
    const cents = toCents(10, currency) ?? Number.NaN;
    expect(toStripeAmount(cents, currency), currency).toBe(tenOf(currency));
    expect(fromStripeAmount(tenOf(currency), currency), currency).toBe(cents);
  }
});

it('knows the smallest step of every currency that Stripe can charge', () => {
  for (const code of Intl.supportedValuesOf('currency')) {
    const currency = code.toLowerCase();
    const step = stripeStepCents(currency);
    expect(toStripeAmount(step, currency), currency).toSatisfy(Number.isInteger);
    expect(toStripeAmount(step, currency) % (thousandths.includes(currency) ? 10 : 1), currency).toBe(0);
    if (step > 1) expect(() => toStripeAmount(step - 1, currency), currency).toThrow('multiples of');
  }
});
