import { NavLink, useSearchParams } from 'react-router';
import { ContactMessages } from '#features/contact/web/contact-messages.tsx';
import { AllOrders } from '#features/order-lists/web/all-orders.tsx';
import { manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { Holds } from '#features/payments/web/holds.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { classNames } from '#ui/class-names.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const viewOf = { orders: AllOrders, messages: ContactMessages, holds: Holds };

/** All orders, and (`?show=`) messages from the contact form, or units reserved by payments in progress. */
export default function ManageOrders() {
  const [search] = useSearchParams();
  const shown = (['messages', 'holds'] as const).find((view) => view === search.get('show')) ?? 'orders';
  const views = [
    { view: 'orders', to: '/dashboard/manageorders', label: texts.orders },
    { view: 'messages', to: '/dashboard/manageorders?show=messages', label: texts.messages },
    { view: 'holds', to: '/dashboard/manageorders?show=holds', label: texts.reserved },
  ].map((each) => ({ ...each, isCurrent: each.view === shown }));
  const tabs = (
    <nav aria-label={texts.views} className="flex gap-6 border-b border-line">
      {views.map(({ to, label, isCurrent }) => (
        <NavLink
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={classNames(
            '-mb-px flex min-h-11 items-center font-semibold',
            isCurrent ? 'border-b-2 border-accent text-ink' : 'pb-0.5 text-ink-soft hover:text-ink',
          )}
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
  const View = viewOf[shown];
  return (
    <StaffOnly title={texts.title}>
      <View views={tabs} />
    </StaffOnly>
  );
}
