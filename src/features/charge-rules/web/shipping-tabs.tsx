import { useLocation } from 'react-router';
import { PageTabs } from '#ui/dashboard/page-tabs.tsx';
import { dashboardTexts } from '#ui/dashboard/texts.ts';

const { links, parts } = dashboardTexts;

const tabs = [
  { to: '/dashboard/delivery-methods', label: parts.methods },
  { to: '/dashboard/tax', label: parts.tax },
  { to: '/dashboard/carriers', label: parts.carriers },
];

/** Links between the pages of shipping and tax, at the top of each. */
export function ShippingTabs() {
  const { pathname } = useLocation();
  return (
    <div className="mb-6">
      <PageTabs
        label={links.shipping}
        tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.to === pathname }))}
      />
    </div>
  );
}
