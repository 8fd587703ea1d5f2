import { Outlet } from 'react-router';
import { OpenDeskSearch } from '#features/desk-search/web/open-desk-search.tsx';
import { useWaitingAfterActions } from '#features/overview/web/use-waiting.ts';
import { BackToGuide } from '#features/setup-guide/web/back-to-guide.tsx';
import { ConfirmIdentity } from '#features/sign-in/web/confirm-identity.tsx';
import { lacksFactor } from '#features/users/roles-contract.ts';
import { FactorDue } from '#features/users/web/factor-due.tsx';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { PageLoader, RequireSignIn } from '#features/users/web/session/require-sign-in.tsx';
import { useRole, useRoleAfterRefusals, useRoleReply } from '#features/users/web/use-dashboard.ts';
import { useShop } from '#ui/client/load-context.ts';
import { QueryProvider } from '#ui/client/query-provider.tsx';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { useHasTimes, useIsElsewhere, zoneWords } from '#ui/moments.ts';
import { uiTexts } from '#ui/texts.ts';
import '#ui/styles/dashboard.css';
import { searchedPages } from './desk-pages.ts';
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

/** Names the shop's time zone on pages with times, for users whose own zone differs. */
function ShopsTime() {
  const { timeZone } = useShop();
  const isElsewhere = useIsElsewhere();
  const hasTimes = useHasTimes();
  return (
    isElsewhere &&
    hasTimes && (
      <p className="mt-8 text-sm text-ink-soft print:hidden">{uiTexts.timesAre(zoneWords(timeZone))}</p>
    )
  );
}

function DashboardFrame({ user }: { user: Account }) {
  const check = useRole(user.email);
  const isOverdue = useRoleReply(user.email, lacksFactor).data ?? false;
  const isStaff = check.data === 'staff' || check.data === 'admin';
  useRoleAfterRefusals();
  useWaitingAfterActions();
  return (
    <div className="page lg:grid lg:grid-cols-sidebar lg:gap-8 print:block">
      {isStaff && <OpenDeskSearch pages={searchedPages(check.data)} isAdmin={check.data === 'admin'} />}
      <aside className="hidden w-60 pt-6 pb-8 lg:block print:hidden">
        {/* The padding shows the ring round a link, which scrolling would cut off. */}
        <nav aria-label={dashboardTexts.menu} className="desk-menu sticky top-20 overflow-y-auto p-1">
          {!isOverdue && <SidebarLinks role={check.data ?? (check.isError ? 'user' : undefined)} />}
        </nav>
      </aside>
      <div className="min-w-0 py-8">
        <FactorDue email={user.email} />
        {check.data === 'admin' && <BackToGuide />}
        <ConfirmIdentity user={user}>
          <Outlet context={user} />
        </ConfirmIdentity>
        <ShopsTime />
      </div>
    </div>
  );
}
