import { NavLink, useSearchParams } from 'react-router';
import { pageMeta } from '#web/page-meta.ts';
import { classNames } from '#web/ui/class-names.ts';
import { AdminOnly } from './admin-only.tsx';
import { AllOrders } from './all-orders.tsx';
import { ContactMessages } from './contact-messages.tsx';

export const meta = () => pageMeta('Manage Orders', 'All orders of this shop, and what people wrote to it.');

/** All orders, and (`?show=messages`) what came in through the contact form. */
export default function ManageOrders() {
  const [search] = useSearchParams();
  const showsMessages = search.get('show') === 'messages';
  const views = [
    { to: '/dashboard/manageorders', label: 'Orders', isCurrent: !showsMessages },
    { to: '/dashboard/manageorders?show=messages', label: 'Contact messages', isCurrent: showsMessages },
  ];
  const tabs = (
    <nav aria-label="What to manage" className="mb-6 flex gap-6 border-b border-line">
      {views.map(({ to, label, isCurrent }) => (
        <NavLink
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={classNames(
            '-mb-px flex min-h-11 items-center border-b-2 font-semibold',
            isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
  return (
    <AdminOnly title="Manage Orders">
      {showsMessages ? <ContactMessages views={tabs} /> : <AllOrders views={tabs} />}
    </AdminOnly>
  );
}
