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

/** Buyers' reviews of a tool, newest first: fetched when they come near the viewport. */
export function ToolReviews({ toolId }: { toolId: string }) {
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
    <section ref={section} aria-labelledby={headingId} className="mt-12 lg:mt-16">
      <h2 id={headingId} className="mb-6 text-xl">
        {reviewsTexts.heading}
      </h2>
      {isNear ? <FetchedReviews toolId={toolId} /> : <Skeleton className="h-48" />}
    </section>
  );
}

function FetchedReviews({ toolId }: { toolId: string }) {
  const list = useList<Review>(reviewListTexts, [
    ['reviews', toolId],
    ({ cursor, signal }) => {
      const query = { tool: toolId, limit: cursor ? FURTHER_REVIEWS : FIRST_REVIEWS, cursor };
      return publicApi.list(
        import('#features/reviews/contract.ts').then((calls) => calls.listReviewsCall),
        { query, signal },
      );
    },
  ]);
  return list.isWaiting ? <Skeleton className="h-48" /> : <ReviewList list={list} />;
}
