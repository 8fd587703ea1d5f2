import { Link } from 'react-router';
import type { Order } from '#features/orders/contract.ts';
import type { QuoteState } from '#features/orders/quote-rules.ts';
import { Badge } from '#ui/badge.tsx';
import { useNowMs } from '#ui/hooks.ts';
import { quoteStateTexts, quoteLinkTexts as texts, timeLeftTexts } from '../quote-parts-texts.ts';

export const QUOTES = '/dashboard/quotes';

/** Returns the path of a quote's page. */
export const quotePath = (id: string) => `${QUOTES}/${id}`;

/** Returns the path of the page on which staff create a quote for some of a customer's orders, or for all
 * unpaid ones. */
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

/** A badge with a quote's state. */
export const QuoteBadge = ({ state }: { state: QuoteState }) => (
  <Badge tone={tones[state]}>{quoteStateTexts[state]}</Badge>
);

/** Returns the remaining time of an offer. `asOfMs` is this device's time when the server sent the quote.
 * `undefined` if the offer has no expiry, or if this device's clock is clearly wrong, because then only the
 * server knows. */
export function useTimeLeft(until: string | null, asOfMs: number): number | undefined {
  const nowMs = useNowMs();
  if (until === null) return undefined;
  const untilMs = Date.parse(until);
  return untilMs > asOfMs ? Math.max(untilMs - nowMs, 0) : undefined;
}

/** Formats as '6 days 4 h', '4 h 5 min', and within the last hour '5:09'. */
export function timeLeftWords(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  if (days > 0) return timeLeftTexts.days(days, hours);
  return hours > 0
    ? timeLeftTexts.hours(hours, minutes)
    : `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A link from an order to its quote. */
export function QuoteLink({ quote: { _id, number, state } }: { quote: NonNullable<Order['quote']> }) {
  return (
    <Link to={quotePath(_id)} className="inline-flex min-h-6 items-center text-link">
      {texts[state](number)}
    </Link>
  );
}
