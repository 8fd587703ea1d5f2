import type { ReactNode } from 'react';
import { errorMessage } from '#web/client/api-client.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { dashboardTexts as texts } from '#web/texts/dashboard.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAdminCheck, useDashboardUser } from './use-dashboard.ts';

/**
 * Shows `children` to admins only. They are not even rendered for anybody else, so that no call of an admin's page is
 * made in an ordinary user's name (decision 5).
 */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const check = useAdminCheck(useDashboardUser().email);
  if (check.data === true) return children;
  if (check.isPending) {
    return (
      <>
        <PageHead title={title} />
        <Skeleton className="h-64 w-full" />
      </>
    );
  }
  if (check.isError) {
    return (
      <>
        <PageHead title={title} />
        <ErrorState
          message={errorMessage(check.error)}
          retrying={check.isFetching}
          onRetry={() => void check.refetch()}
        />
      </>
    );
  }
  return (
    <>
      <PageHead title={texts.adminsOnly} />
      <p className="max-w-prose text-ink-soft">{texts.adminsOnlyWhy(title)}</p>
      <LinkButton to="/dashboard" variant="secondary" className="mt-6">
        {texts.links.profile}
      </LinkButton>
    </>
  );
}
