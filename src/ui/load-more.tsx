import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './list-states.tsx';
import { uiTexts } from './texts.ts';

/** The end of a list: calls `onLoadMore` when it comes near the screen, and has
 * a button, or in its place the `children`. `count` is in words. */
export function LoadMore({
  automatic = true,
  ahead = 600,
  hasMore,
  loading,
  failure,
  onLoadMore,
  count,
  children,
}: {
  /** False loads only by the button. */
  automatic?: boolean;
  /** How far from the screen the end triggers loading, in pixels. */
  ahead?: number;
  hasMore: boolean;
  loading: boolean;
  failure?: string | undefined;
  onLoadMore: () => void;
  count: string;
  children?: ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  const waiting = automatic && hasMore && !loading && !failure;
  useEffect(() => {
    if (!waiting || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && onLoadMore(),
      { rootMargin: `${ahead}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waiting, ahead, onLoadMore]);
  return (
    <div ref={end} className="mt-8 flex flex-col items-center gap-4">
      {failure && <ErrorState message={failure} onRetry={onLoadMore} retrying={loading} />}
      {hasMore &&
        !failure &&
        (children ?? (
          <Button variant="secondary" busy={loading} onClick={onLoadMore}>
            {uiTexts.loadMore}
          </Button>
        ))}
      <p aria-live="polite" className="text-sm text-ink-soft tabular-nums">
        {count}
      </p>
    </div>
  );
}
