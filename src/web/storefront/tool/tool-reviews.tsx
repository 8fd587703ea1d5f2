import { Suspense, use, useEffect, useId, useRef, useState } from 'react';
import { listReviewsCall, type Review } from '#contracts/review.ts';
import { reviewListTexts } from '#texts/loaded-lists.ts';
import { reviewsTexts } from '#texts/reviews.ts';
import { publicApi } from '#web/public-api.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type FirstRows, firstRows } from '../first-rows.ts';
import { ReviewList } from '../review-list.tsx';

/** How near the screen the reviews come before they are fetched, in pixels. */
const AHEAD = 300;

const FIRST_REVIEWS = 3;
const FURTHER_REVIEWS = 9;

const waiting = <Skeleton className="h-48" />;

/** What buyers wrote of a tool, newest first: fetched when the reader comes near. */
export function ToolReviews({ toolId }: { toolId: string }) {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [first, setFirst] = useState<Promise<FirstRows<Review>>>();
  useEffect(() => {
    if (!section.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        setFirst(firstRows(reviewListTexts.failed, fetchReviews(toolId)));
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [toolId]);
  return (
    <section ref={section} aria-labelledby={headingId} className="mt-12 lg:mt-16">
      <h2 id={headingId} className="mb-6 text-2xl">
        {reviewsTexts.heading}
      </h2>
      <Suspense fallback={waiting}>
        {first ? <FetchedReviews first={first} toolId={toolId} /> : waiting}
      </Suspense>
    </section>
  );
}

function FetchedReviews({ first, toolId }: { first: Promise<FirstRows<Review>>; toolId: string }) {
  return <ReviewList first={use(first)} fetchReviews={(cursor) => fetchReviews(toolId, cursor)} />;
}

function fetchReviews(toolId: string, cursor?: string) {
  return publicApi.list(listReviewsCall, {
    query: { tool: toolId, limit: cursor ? FURTHER_REVIEWS : FIRST_REVIEWS, cursor },
  });
}
