import type { ReactNode } from 'react';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { dashboardTexts as texts } from '#web/texts/dashboard.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useAdminCheck, useDashboardUser } from './use-dashboard.ts';

/** Shows `children` to admins only: for nobody else are they rendered, so that no admin's call is made (decision 5). */
export function AdminOnly({ title, children }: { title: string; children: ReactNode }) {
  const check = useAdminCheck(useDashboardUser().email);
  if (check.data === true) return children;
  if (!check.isSuccess) {
    return (
      <>
        <PageHead title={title} />
        {check.isPending ? <Skeleton className="h-64 w-full" /> : <QueryError of={check} />}
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
