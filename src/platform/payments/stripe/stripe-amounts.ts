import { type Cents, currencyDigits, formatCents } from '#contracts/money.ts';
import { ChargeRefusedError } from '#platform/payments/card-payments.ts';

// All of this: https://docs.stripe.com/currencies#minor-units
const wholeUnits = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const thousandths = 'bhd jod kwd omr tnd'.split(' ');

/** Decimal digits in Stripe's integer amounts: ISK and UGX have two although they have no smaller unit; HUF
 * and TWD are whole in payouts. */
function stripeDigits(currency: string): number {
  if (wholeUnits.includes(currency)) return 0;
  return thousandths.includes(currency) ? 3 : 2;
}

/** All of Stripe's amounts must be multiples of this: those in thousandths end in 0. */
function stripeStep(currency: string): number {
  return thousandths.includes(currency) ? 10 : 1;
}

/** How many of Stripe's units make one of the shop's: 100 for the króna, less than 1 if the shop's are
 * finer. */
function stripeUnitsPerCent(currency: string): number {
  return 10 ** (stripeDigits(currency) - currencyDigits(currency));
}

/** The step of amounts that Stripe can charge in `currency`, apart from its minimum, in the shop's minor
 * units. */
export function stripeStepCents(currency: string): Cents {
  return Math.max(1, Math.round(stripeStep(currency) / stripeUnitsPerCent(currency)));
}

/** Converts the shop's minor units to Stripe's. @throws ChargeRefusedError if Stripe has no such amount */
export function toStripeAmount(cents: Cents, currency: string): number {
  const step = stripeStepCents(currency);
  if (cents % step === 0) return Math.round(cents * stripeUnitsPerCent(currency));
  const smallest = formatCents(step, { currency, currencyDisplay: 'code' });
  throw new ChargeRefusedError(`Cards are charged in multiples of ${smallest} only`);
}

/** Converts Stripe's amount of `currency` to the shop's minor units; not an integer for amounts that the shop
 * cannot have requested. */
export function fromStripeAmount(amount: number, currency: string): Cents {
  return amount / stripeUnitsPerCent(currency);
}
