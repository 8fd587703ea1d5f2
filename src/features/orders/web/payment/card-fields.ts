import type { ReactNode } from 'react';

/** What is typed into the sandbox's card fields. */
export type CardFields = { number: string; expiry: string; securityCode: string };

/** Digits in groups of four, as they are printed on a card; at most 19 (ISO/IEC 7812-1). */
export function formatCardNumber(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Month and year as `MM / YY`. A first digit above 1 can only be a month of one digit; `1/27` is January. */
export function formatExpiry(text: string): string {
  const [, shortMonth, rest] = /^\s*(\d)\s*\/(.*)$/.exec(text) ?? [];
  const padded = shortMonth ? `0${shortMonth}${rest}` : text;
  const digits = padded
    .replace(/\D/g, '')
    .replace(/^([2-9])/, '0$1')
    .slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** A security code: at most 4 digits. */
export function formatSecurityCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, 4);
}

/** Where the caret belongs after formatting: behind as many digits as stood before it. */
export function caretAfterFormat(typed: string, caret: number, formatted: string): number {
  if (caret >= typed.length) return formatted.length;
  let digitsLeft = typed.slice(0, caret).replace(/\D/g, '').length;
  let place = 0;
  while (digitsLeft > 0 && place < formatted.length) {
    if (/\d/.test(formatted.charAt(place))) digitsLeft -= 1;
    place += 1;
  }
  return place;
}

/** What every provider's card form is given, and what it tells. */
export type CardFormProps = {
  /** The payment to make; `undefined` while it is being started. */
  intent: { paymentIntentId: string; clientSecret: string } | undefined;
  /** The amount in words, for the bank's question: '$129.00'. */
  amount: string;
  billing: { name: string; email: string };
  /** Whether a card is being charged. The intent then stays what it is, whatever has become of its hold. */
  onPaying: (paying: boolean) => void;
  /** Why nothing was charged, and what to do. */
  onProblem: (words: string) => void;
  /** The card was charged. Called once. */
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled meanwhile and must be started again. Nothing was charged. */
  onIntentLost: () => void;
  /** The foot of the form, with Pay. `isReady`: the fields are there. */
  payBar: (isReady: boolean) => ReactNode;
};
