import type { ReactNode } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { dashboardTexts as texts } from '#ui/dashboard/texts.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useDashboardUser, useRole } from './use-dashboard.ts';

type OnlyProps = { title: string; children: ReactNode };

/** Renders `children` for admins only, so that no one else triggers an admin call. */
export function AdminOnly(props: OnlyProps) {
  return <RoleOnly {...props} roles={['admin']} heading={texts.adminsOnly} why={texts.adminsOnlyWhy} />;
}

/** Renders `children` for staff and admins only. */
export function StaffOnly(props: OnlyProps) {
  return (
    <RoleOnly {...props} roles={['staff', 'admin']} heading={texts.staffOnly} why={texts.staffOnlyWhy} />
  );
}

function RoleOnly({
  title,
  children,
  roles,
  heading,
  why,
}: OnlyProps & { roles: string[]; heading: string; why: (page: string) => string }) {
  const check = useRole(useDashboardUser().email);
  if (check.data && roles.includes(check.data)) return children;
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
      <PageHead title={heading} />
      <p className="max-w-prose text-ink-soft">{why(title)}</p>
      <LinkButton to="/dashboard" variant="secondary" className="mt-6">
        {texts.links.profile}
      </LinkButton>
    </>
  );
}
