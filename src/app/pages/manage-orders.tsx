import { useSearchParams } from 'react-router';
import { AllOrders } from '#features/order-lists/web/all-orders.tsx';
import { manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { Holds } from '#features/payments/web/holds.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { PageTabs } from '#ui/dashboard/page-tabs.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Redirect } from '#ui/redirect.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** All orders, or (`?show=holds`) the units reserved by payments in progress. */
export default function ManageOrders() {
  const [search] = useSearchParams();
  const shown = search.get('show');
  // The address of the messages before they had a page of their own.
  if (shown === 'messages') {
    search.delete('show');
    return <Redirect to={`/dashboard/messages?${search}`} />;
  }
  const View = shown === 'holds' ? Holds : AllOrders;
  const at = '/dashboard/manageorders';
  const tabs = (
    <PageTabs
      label={texts.views}
      tabs={[
        { to: at, label: texts.orders, isCurrent: View === AllOrders },
        { to: `${at}?show=holds`, label: texts.reserved, isCurrent: View === Holds },
      ]}
    />
  );
  return (
    <StaffOnly title={texts.title}>
      <View views={tabs} />
    </StaffOnly>
  );
}
