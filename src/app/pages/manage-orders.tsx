import { useSearchParams } from 'react-router';
import { ContactMessages } from '#features/contact/web/contact-messages.tsx';
import { AllOrders } from '#features/order-lists/web/all-orders.tsx';
import { manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { Holds } from '#features/payments/web/holds.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { PageTabs } from '#ui/dashboard/page-tabs.tsx';
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
  const tabs = <PageTabs label={texts.views} tabs={views} />;
  const View = viewOf[shown];
  return (
    <StaffOnly title={texts.title}>
      <View views={tabs} />
    </StaffOnly>
  );
}
