import { useEffect, useId, useRef, useState } from 'react';
import type { Review } from '#features/reviews/contract.ts';
import { reviewsTexts } from '#features/reviews/texts/reviews.ts';
import { publicApi } from '#ui/client/api-client.ts';
import { Skeleton } from '#ui/loading.tsx';
import { reviewListTexts } from '#ui/texts.ts';
import { useList } from '#ui/use-list.ts';
import { ReviewList } from './reviews.tsx';

/** Distance from the viewport at which reviews are fetched, in pixels. */
const AHEAD = 300;

const FIRST_REVIEWS = 3;
const FURTHER_REVIEWS = 9;

type Reviewed = { tool: string } | { family: string };

/** Buyers' reviews of a tool, or of all sizes of a family, newest first: fetched when they come near the
 * viewport. */
export default function ToolReviews({ of, id }: { of: Reviewed; id?: string }) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!section.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={section} id={id} aria-labelledby={headingId} className="mt-12 scroll-mt-24 lg:mt-16">
      <h2 id={headingId} className="mb-6 text-xl">
        {'family' in of ? reviewsTexts.ofAllSizes : reviewsTexts.heading}
      </h2>
      {isNear ? <FetchedReviews of={of} /> : <Skeleton className="h-48" />}
    </section>
  );
}

function FetchedReviews({ of }: { of: Reviewed }) {
  const list = useList<Review>(reviewListTexts, [
    ['reviews', of],
    ({ cursor, signal }) => {
      const query = { ...of, limit: cursor ? FURTHER_REVIEWS : FIRST_REVIEWS, cursor };
      return publicApi.list(
        import('#features/reviews/contract.ts').then((calls) => calls.listReviewsCall),
        { query, signal },
      );
    },
  ]);
  return list.isWaiting ? (
    <Skeleton className="h-48" />
  ) : (
    <ReviewList list={list} withTools={'family' in of} />
  );
}
