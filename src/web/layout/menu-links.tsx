import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { ToolFacets } from '#contracts/tool-search.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { layoutTexts } from '#texts/layout.ts';
import { SidebarLinks } from '#web/dashboard/sidebar-links.tsx';
import { publicApi } from '#web/public-api.ts';
import { useSession } from '#web/session/session.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** What stands in the drawer below the site's own links: the dashboard's menu when signed in, and the ranges of tools. */
export function MenuLinks() {
  const { user } = useSession();
  return (
    <>
      {user && <DashboardLinks key={user.email} email={user.email} />}
      <RangeLinks />
    </>
  );
}

function DashboardLinks({ email }: { email: string }) {
  const { api } = useSession();
  const [isAdmin, setIsAdmin] = useState<boolean>();
  useEffect(() => {
    const asking = new AbortController();
    api
      .checkAdmin(email, asking.signal)
      .then(({ admin }) => setIsAdmin(admin))
      .catch(() => !asking.signal.aborted && setIsAdmin(false));
    return () => asking.abort();
  }, [api, email]);
  return (
    <nav aria-label={dashboardTexts.menu}>
      <SidebarLinks isAdmin={isAdmin} />
    </nav>
  );
}

/** The ways into the list of tools; nothing where they cannot be fetched, or where there are none to choose among. */
function RangeLinks() {
  const [ranges, setRanges] = useState<ToolFacets['categories']>();
  useEffect(() => {
    const asking = new AbortController();
    publicApi
      .getToolFacets({}, asking.signal)
      .then(({ categories }) => setRanges(categories))
      .catch(() => !asking.signal.aborted && setRanges([]));
    return () => asking.abort();
  }, []);
  if (!ranges) return <Skeleton className="h-40 w-full" />;
  if (ranges.length < 2) return null;
  return (
    <nav aria-label={layoutTexts.ranges}>
      <p className="label-caps mb-2 px-3 text-ink-soft">{layoutTexts.ranges}</p>
      <ul>
        {ranges.map(({ value }) => (
          <li key={value}>
            <Link
              to={`/tools?${new URLSearchParams({ category: value })}`}
              className="flex min-h-11 items-center rounded-md px-3 font-medium wrap-anywhere hover:bg-sunken"
            >
              {value}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
