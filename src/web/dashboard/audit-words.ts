import type { AuditAction, AuditEvent } from '#contracts/audit.ts';
import { formatPrice, toPrice } from '#contracts/money.ts';

const titles: Partial<Record<AuditAction, string>> = {
  'order placed': 'Order placed',
  'order paid': 'Order paid',
  'order shipped': 'Order shipped',
  'order deleted': 'Order deleted',
  'payment started': 'Payment started',
  'payment released': 'Payment ended unpaid',
  'payment called back': 'Payment could not be served',
  'payment refunded': 'Payment refunded',
  'difference mended': 'Put right with the card provider',
  'mail given up': 'A mail could not be delivered',
};

const refusals: Record<string, string> = {
  not_allowed: 'it was not allowed',
  not_found: 'it was not theirs, or not there any more',
  conflict: 'it did not fit where the order stands',
  out_of_stock: 'too few were left',
  price_changed: 'the price was another',
  key_reused: 'its key was used for another request',
  provider_failed: 'the card provider did not answer',
};

const mails: Record<string, string> = {
  'order-placed': 'that the order was placed',
  'payment-received': 'the receipt',
  'order-shipped': 'that it was shipped',
  refunded: 'that the money goes back',
};

/** What happened, in a few words. */
export function eventTitle({ action, details }: AuditEvent): string {
  if (action !== 'refused') return titles[action] ?? action;
  const reason = refusals[String(details.code)] ?? String(details.code);
  return `Refused: ${reason}`;
}

/** Units, amounts and reasons that belong to it; empty when there are none. `currency` is the shop's. */
export function eventDetails({ details }: AuditEvent, currency: string): string[] {
  const units = (count: unknown, done: string) =>
    typeof count === 'number' && `${count} ${count === 1 ? 'unit' : 'units'} ${done}`;
  const amount = (cents: unknown) =>
    typeof cents === 'number' && formatPrice(toPrice(cents, currency), currency);
  const words = [
    units(details.quantity, 'ordered'),
    units(details.unitsHeld, 'held'),
    units(details.unitsSold, 'sold'),
    units(details.unitsGivenBack, 'given back'),
    amount(details.totalCents ?? details.amountCents),
    typeof details.mail === 'string' && (mails[details.mail] ?? details.mail),
    details.reason,
    details.call,
    details.outcome,
  ];
  return words.filter((word) => typeof word === 'string');
}

/** Who did it: an address, or the part of the shop that acted by itself. */
export function eventActor({ actor, actorEmail }: AuditEvent): string {
  if (actorEmail) return actor === 'admin' ? `${actorEmail} (admin)` : actorEmail;
  if (actor.startsWith('job ')) return 'the shop by itself';
  return actor === 'card provider' ? 'the card provider' : actor;
}
