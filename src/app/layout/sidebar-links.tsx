import { NavLink } from 'react-router';
import type { UserRole } from '#features/users/roles-contract.ts';
import { classNames } from '#ui/class-names.ts';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Skeleton } from '#ui/loading.tsx';

type SidebarLink = { to: string; label: string; icon: IconName };

const { links } = dashboardTexts;

const profile: SidebarLink = { to: '/dashboard', label: links.profile, icon: 'user' };

const userLinks: SidebarLink[] = [
  profile,
  { to: '/dashboard/review', label: links.review, icon: 'star' },
  { to: '/dashboard/orders', label: links.orders, icon: 'cart' },
  { to: '/dashboard/quotes', label: links.myQuotes, icon: 'mail' },
  { to: '/dashboard/addresses', label: links.addresses, icon: 'pin' },
  { to: '/dashboard/quick-order', label: links.quickOrder, icon: 'rows' },
  { to: '/dashboard/lists', label: links.lists, icon: 'box' },
];

const staffLinks: SidebarLink[] = [
  profile,
  { to: '/dashboard/users', label: links.users, icon: 'users' },
  { to: '/dashboard/manageorders', label: links.manageOrders, icon: 'box' },
  { to: '/dashboard/quotes', label: links.quotes, icon: 'mail' },
  { to: '/dashboard/invoices', label: links.invoices, icon: 'rows' },
  { to: '/dashboard/reviews', label: links.reviews, icon: 'star' },
];

/** Admins reach the stock through the tools, which they manage. */
const stockLinks: SidebarLink[] = [
  { to: '/dashboard/stock', label: links.stock, icon: 'wrench' },
  { to: '/dashboard/delivery', label: links.delivery, icon: 'plus' },
];

const adminLinks: SidebarLink[] = [
  { to: '/dashboard/overview', label: links.overview, icon: 'chart' },
  ...staffLinks,
  { to: '/dashboard/managetool', label: links.manageTools, icon: 'wrench' },
  { to: '/dashboard/addtool', label: links.addTool, icon: 'plus' },
  { to: '/dashboard/activity', label: links.activity, icon: 'rows' },
  { to: '/dashboard/details', label: links.details, icon: 'pin' },
  { to: '/dashboard/delivery-methods', label: links.deliveryMethods, icon: 'box' },
  { to: '/dashboard/tax', label: links.tax, icon: 'card' },
];

const linksOf: Record<UserRole, SidebarLink[]> = {
  user: userLinks,
  staff: [...staffLinks, ...stockLinks],
  admin: adminLinks,
};

/** The dashboard's menu for a role; skeletons while the role is unknown. */
export function SidebarLinks({ role }: { role: UserRole | undefined }) {
  if (role === undefined) {
    return (
      <div className="space-y-3 p-3">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-6 w-28" />
      </div>
    );
  }
  return (
    <ul className="space-y-1">
      {linksOf[role].map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                'flex min-h-11 items-center gap-3 rounded-md pr-3',
                isActive
                  ? 'border-l-4 border-accent bg-accent-wash pl-3 font-semibold text-accent'
                  : 'pl-4 font-medium text-ink hover:bg-sunken',
              )
            }
          >
            <Icon name={icon} />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
