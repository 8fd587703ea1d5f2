import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countToolsCall } from '#features/catalogue/contract.ts';
import { actingRole, isAdminCall, lacksFactor } from '#features/users/roles-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { publicApi } from '#ui/client/api-client.ts';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { Skeleton } from '#ui/loading.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { SidebarLinks } from './sidebar-links.tsx';

/** The dashboard's menu and the tool categories in the drawer. Both load together, so that neither moves the
 * other. */
export function MenuLinks() {
  const { user, api } = useSession();
  const email = user?.email;
  const { data } = useQuery({
    queryKey: ['menu', email],
    queryFn: async ({ signal }) => {
      const [check, { categories }] = await Promise.all([
        email
          ? api.call(isAdminCall, { params: { email }, signal }).catch(() => ({ admin: false }))
          : { admin: false },
        publicApi.call(countToolsCall, { query: {}, signal }).catch(() => ({ categories: [] })),
      ]);
      const role = lacksFactor(check) ? null : actingRole(check);
      return { role, categories: categories.filter(({ parent }) => !parent) };
    },
  });
  if (!data) return <Skeleton className="h-40 w-full shrink-0" />;
  return (
    <>
      {email && data.role && (
        <nav aria-label={dashboardTexts.menu}>
          <SidebarLinks role={data.role} />
        </nav>
      )}
      {data.categories.length > 1 && (
        <nav aria-label={layoutTexts.categories}>
          <p className="label-caps mb-2 px-3 text-ink-soft">{layoutTexts.categories}</p>
          <ul>
            {data.categories.map(({ value }) => (
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
      )}
    </>
  );
}
