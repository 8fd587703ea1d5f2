import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { errorMessage } from './client/api-client.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';

/** Shown if something could not be fetched: `message` says what happened, 'Try again' calls `onRetry`. */
export function ErrorState({
  message,
  onRetry,
  retrying = false,
}: {
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-bad/40 bg-bad-wash px-4 py-3"
    >
      <Icon name="warning" className="size-5 shrink-0 text-bad" />
      <p className="min-w-48 flex-1">{message}</p>
      {onRetry && (
        <Button variant="secondary" size="sm" busy={retrying} onClick={onRetry}>
          {uiTexts.tryAgain}
        </Button>
      )}
    </div>
  );
}

/** Shows why a query has failed, with a retry button; nothing if it has not failed. */
export function QueryError({ of: query }: { of: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  if (!query.error) return null;
  const retry = () => void query.refetch();
  return <ErrorState message={errorMessage(query.error)} onRetry={retry} retrying={query.isFetching} />;
}

/** Shown instead of a list without rows: what that means, and (children) what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-md border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mx-auto mt-3 max-w-prose text-ink-soft">{children}</div>}
    </div>
  );
}
