import { Link } from 'react-router';
import type { Order } from '#features/orders/contract.ts';
import type { QuoteState } from '#features/orders/quote-rules.ts';
import { Badge } from '#ui/badge.tsx';
import { useNowMs } from '#ui/hooks.ts';
import { daysLeft, quoteStateTexts, quoteLinkTexts as texts } from '../quote-parts-texts.ts';

export const QUOTES = '/dashboard/quotes';

/** Where a quote is to be seen. */
export const quotePath = (id: string) => `${QUOTES}/${id}`;

/** Where staff make a quote of some of a customer's orders, or of all that are unpaid. */
export const newQuotePath = (customer: string, orders: readonly { _id: string }[]) =>
  `${QUOTES}/new?${new URLSearchParams({ customer, orders: orders.map(({ _id }) => _id).join() })}`;

const tones = {
  asked: 'warn',
  offered: 'accent',
  accepted: 'accent',
  paid: 'good',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
} as const satisfies Record<QuoteState, string>;

/** Where a quote stands. */
export const QuoteBadge = ({ state }: { state: QuoteState }) => (
  <Badge tone={tones[state]}>{quoteStateTexts[state]}</Badge>
);

/** How much time is left of an offer, as `asOfMs` tells what this device showed when the shop said
 * that it stands; `undefined` where there is no end, or where this device's clock is plainly wrong,
 * because then only the shop knows. */
export function useTimeLeft(until: string | null, asOfMs: number): number | undefined {
  const nowMs = useNowMs();
  if (until === null) return undefined;
  const untilMs = Date.parse(until);
  return untilMs > asOfMs ? Math.max(untilMs - nowMs, 0) : undefined;
}

const two = (number: number) => String(number).padStart(2, '0');

/** '6 days 4:05:09', '4:05:09', '5:09'. */
export function timeLeftWords(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${daysLeft(days)} ${hours}:${clock}`;
  return hours > 0 ? `${hours}:${clock}` : clock.replace(/^0(?=\d)/, '');
}

/** The way from an order to the quote that it is in. */
export function QuoteLink({ quote: { _id, number, state } }: { quote: NonNullable<Order['quote']> }) {
  return (
    <Link to={quotePath(_id)} className="inline-flex min-h-6 items-center text-link">
      {texts[state](number)}
    </Link>
  );
}
