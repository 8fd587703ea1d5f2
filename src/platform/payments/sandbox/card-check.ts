import { AppError } from '#contracts/app-error.ts';
import { cardTexts } from '#features/orders/texts/errors.ts';

/** A card as typed into the form. It is checked and forgotten: never stored, never logged. */
export type TypedCard = { number: string; expiry: string; securityCode: string };

/** What the sandbox does with a well-formed card. */
export type CardVerdict =
  | { outcome: 'succeeds' | 'asks_authentication'; last4: string }
  | { outcome: 'declined'; last4: string | null; message: string };

/** The well-known test numbers, as card providers publish them (https://docs.stripe.com/testing). */
const testCards: Record<string, (last4: string) => CardVerdict> = {
  '4242424242424242': (last4) => ({ outcome: 'succeeds', last4 }),
  '4000002500003155': (last4) => ({ outcome: 'asks_authentication', last4 }),
  '4000000000000002': (last4) => ({ outcome: 'declined', last4, message: cardTexts.declined }),
  '4000000000009995': (last4) => ({
    outcome: 'declined',
    last4,
    message: cardTexts.noFunds,
  }),
};

/**
 * Decides what becomes of a typed card at the time `now`.
 * @throws AppError invalid_input at `card.number`, `card.expiry` or `card.securityCode`.
 */
export function checkCard(card: TypedCard, now: Date): CardVerdict {
  const digits = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) refuse('number', cardTexts.incomplete);
  if (!passesLuhn(digits)) refuse('number', cardTexts.invalid);
  checkExpiry(card.expiry, now);
  if (!/^\d{3}$/.test(card.securityCode.trim())) refuse('securityCode', cardTexts.securityCode);
  const verdict = testCards[digits];
  if (!verdict) return { outcome: 'declined', last4: null, message: cardTexts.noTestCard };
  return verdict(digits.slice(-4));
}

/** The check digit of ISO/IEC 7812-1, annex B. `digits` holds digits only. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good to the end of the month printed on it, in UTC here. */
function checkExpiry(expiry: string, now: Date): void {
  const match = /^(\d{2})\s*\/\s*(\d{2})$/.exec(expiry.trim());
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) refuse('expiry', cardTexts.expiry);
  const monthsOfCard = (2000 + Number(match[2])) * 12 + month - 1;
  const monthsNow = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (monthsOfCard < monthsNow) refuse('expiry', cardTexts.expired);
}

function refuse(field: keyof TypedCard, message: string): never {
  throw new AppError('invalid_input', message, { field: `card.${field}` });
}
