import { overviewTexts } from '#features/overview/texts.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The overview's shapes while it is being read. */
export function OverviewSkeleton() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">{overviewTexts.loading}</span>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Skeleton className="h-32 max-sm:col-span-2" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32 max-sm:col-span-2" />
      </div>
      <Skeleton className="h-120 w-full" />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
