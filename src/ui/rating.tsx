import { formatCount, LOCALE, onDemand } from '#texts/locale.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';

const stars = [1, 2, 3, 4, 5];

const EMPTY = 'size-5 text-line-strong';

const average = onDemand(
  () => new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Read-only stars: `rate` of 5, drawn to the nearest half, with a text for screen readers. */
export function Rating({ rate }: { rate: number }) {
  const halves = Math.round(rate * 2);
  return (
    <span role="img" aria-label={uiTexts.rated(rate)} className="inline-flex gap-0.5">
      {stars.map((star) => {
        const filled = halves - (star - 1) * 2;
        return (
          <span key={star} className="relative">
            <Icon name="star" className={filled >= 2 ? 'size-5 fill-accent text-accent' : EMPTY} />
            {filled === 1 && (
              <span data-half="" className="absolute inset-y-0 left-0 w-1/2 overflow-hidden">
                <Icon name="star" className="size-5 fill-accent text-accent" />
              </span>
            )}
          </span>
        );
      })}
    </span>
  );
}

/** A tool's average rating with its number of reviews; nothing if there are none. */
export function AverageRating({ rating, count }: { rating: number | null; count: number }) {
  if (rating === null) return null;
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-soft tabular-nums">
      <Rating rate={rating} />
      <span>
        {average().format(rating)} <span aria-hidden="true">({formatCount(count)})</span>
        <span className="sr-only">{uiTexts.fromReviews(count)}</span>
      </span>
    </span>
  );
}
