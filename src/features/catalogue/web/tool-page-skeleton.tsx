import { toolTexts } from '#features/catalogue/texts/tool.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** The tool page's shape, with a spinner for those who wait for their sign-in. */
export function ToolPageSkeleton() {
  return (
    <div className="page py-5 lg:py-14">
      <h1 className="sr-only">{toolTexts.title}</h1>
      <div className="grid gap-5 lg:grid-cols-2 lg:gap-14">
        <div className="relative">
          <Skeleton className="aspect-4/3 w-full" />
          <div className="absolute inset-0 grid place-items-center">
            <Spinner label={toolTexts.loading} className="size-8" />
          </div>
        </div>
        <div className="space-y-5">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-28" />
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-24" />
          <Skeleton className="h-13 w-44" />
        </div>
      </div>
    </div>
  );
}
