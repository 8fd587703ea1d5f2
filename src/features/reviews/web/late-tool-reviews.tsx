import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ToolReviews = lazy(async () => ({ default: (await import('./tool-reviews.tsx')).ToolReviews }));

/** A tool's reviews. Their code comes after the page's own, like the order form's. */
export function LateToolReviews({ toolId }: { toolId: string }) {
  return (
    <Suspense fallback={<Skeleton className="mt-12 h-64 lg:mt-16" />}>
      <ToolReviews toolId={toolId} />
    </Suspense>
  );
}
