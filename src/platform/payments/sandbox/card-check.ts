export type SandboxErrorCode =
  | 'no_such_intent'
  | 'cancelled'
  | 'not_waiting'
  | 'incomplete_number'
  | 'invalid_number'
  | 'invalid_expiry'
  | 'expired'
  | 'invalid_security_code'
  | DeclineCode;

/** Why a card is declined, in card providers' codes (https://docs.stripe.com/declines/codes). */
export type DeclineCode =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'test_mode_live_card'
  | 'authentication_failed';

export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode) {
    super(code);
    this.code = code;
  }
}

/** A card as typed into the form. Only checked: never stored, never logged. */
export type TypedCard = { number: string; expiry: string; securityCode: string };

export type CardOutcome = 'succeeds' | 'asks_authentication' | DeclineCode;

/** The well-known test numbers, as card providers publish them (https://docs.stripe.com/testing). */
const testCards: Record<string, CardOutcome> = {
  '4242424242424242': 'succeeds',
  '4000002500003155': 'asks_authentication',
  '4000000000000002': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000007726': 'succeeds',
  '4000000000005126': 'succeeds',
  '4000000000000259': 'succeeds',
};

/** The two test cards whose refunds are decided later, and their outcome. */
export const lateRefunds: Record<string, 'succeeded' | 'failed'> = { '7726': 'succeeded', '5126': 'failed' };

/** The last digits of the test card whose payments are disputed as fraudulent as soon as they succeed. */
export const DISPUTED_LAST4 = '0259';

/** Returns the outcome for a typed card; `last4` of test cards only. @throws SandboxError about the card's
 * fields */
export function checkCard(card: TypedCard, now: Date): { outcome: CardOutcome; last4: string | null } {
  const digits = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits)) throw new SandboxError('incomplete_number');
  if (!passesLuhn(digits)) throw new SandboxError('invalid_number');
  checkExpiry(card.expiry, now);
  if (!/^\d{3}$/.test(card.securityCode.trim())) throw new SandboxError('invalid_security_code');
  const outcome = testCards[digits];
  return outcome ? { outcome, last4: digits.slice(-4) } : { outcome: 'test_mode_live_card', last4: null };
}

/** Verifies the check digit of ISO/IEC 7812-1, annex B. `digits` contains digits only. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until the end of the month printed on it, here in UTC. */
function checkExpiry(expiry: string, now: Date): void {
  const match = /^(\d{2})\s*\/\s*(\d{2})$/.exec(expiry.trim());
  const month = Number(match?.[1]);
  if (!match || month < 1 || month > 12) throw new SandboxError('invalid_expiry');
  const monthsOfCard = (2000 + Number(match[2])) * 12 + month - 1;
  const monthsNow = now.getUTCFullYear() * 12 + now.getUTCMonth();
  if (monthsOfCard < monthsNow) throw new SandboxError('expired');
}
