import { formatCount, LOCALE, onDemand } from '#texts/locale.ts';
import { StarsIcon } from './icon.tsx';
import { uiTexts } from './texts.ts';

const average = onDemand(
  () => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Read-only stars: `rate` of 5, drawn to the nearest half, with a text for screen readers. */
export function Rating({ rate }: { rate: number }) {
  const halves = Math.round(rate * 2);
  const filled = Math.floor(halves / 2) * 26.4 + (halves % 2) * 12;
  return <StarsIcon filled={filled} label={uiTexts.rated(rate)} />;
}

/** A tool's average rating with its number of reviews; nothing if there are none. */
export function AverageRating({ rating, count }: { rating: number | null; count: number }) {
  if (rating === null) return null;
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-soft tabular-nums">
      <Rating rate={rating} />
      <span>
        {`${average().format(rating)} `}
        <span aria-hidden="true">{`(${formatCount(count)})`}</span>
        <span className="sr-only">{uiTexts.fromReviews(count)}</span>
      </span>
    </span>
  );
}
