import { Link } from 'react-router';
import type { Order } from '#features/orders/contract.ts';
import { quoteLinkTexts as texts } from '../quote-parts-texts.ts';
import { quotePath } from './quote-parts.tsx';

/** The way from an order to the quote that it is in. */
export function QuoteLink({ quote: { _id, number, state } }: { quote: NonNullable<Order['quote']> }) {
  return (
    <Link to={quotePath(_id)} className="inline-flex min-h-6 items-center text-link">
      {texts[state](number)}
    </Link>
  );
}
