import { Outlet } from 'react-router';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { PageLoader, RequireSignIn } from '#features/users/web/session/require-sign-in.tsx';
import { useRole, useRoleAfterRefusals } from '#features/users/web/use-dashboard.ts';
import { useShop } from '#ui/client/load-context.ts';
import { QueryProvider } from '#ui/client/query-provider.tsx';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { useIsElsewhere, zoneWords } from '#ui/moments.ts';
import { uiTexts } from '#ui/texts.ts';
import '#ui/styles/dashboard.css';
import { SidebarLinks } from './sidebar-links.tsx';

/** The dashboard's frame for signed-in users: its menu beside the page, or in the drawer on small screens. */
export default function DashboardLayout() {
  return (
    <div data-wide-page="" className="contents">
      <RequireSignIn loader={<PageLoader />}>
        {(user) => (
          <QueryProvider key={user.email}>
            <DashboardFrame user={user} />
          </QueryProvider>
        )}
      </RequireSignIn>
    </div>
  );
}

/** Names the shop's time zone, for users whose own zone differs. */
function ShopsTime() {
  const { timeZone } = useShop();
  return (
    useIsElsewhere() && (
      <p className="mt-8 text-sm text-ink-soft print:hidden">{uiTexts.timesAre(zoneWords(timeZone))}</p>
    )
  );
}

function DashboardFrame({ user }: { user: Account }) {
  const check = useRole(user.email);
  useRoleAfterRefusals();
  return (
    <div className="page lg:grid lg:grid-cols-sidebar lg:gap-8 print:block">
      <aside className="hidden w-60 py-8 lg:block print:hidden">
        <nav aria-label={dashboardTexts.menu} className="sticky top-24">
          <SidebarLinks role={check.data ?? (check.isError ? 'user' : undefined)} />
        </nav>
      </aside>
      <div className="min-w-0 py-8">
        <Outlet context={user} />
        <ShopsTime />
      </div>
    </div>
  );
}
