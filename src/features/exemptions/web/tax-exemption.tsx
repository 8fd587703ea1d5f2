import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { exemptionTexts as texts } from '../texts.ts';
import { Exemptions, PendingExemptions } from './exemptions.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** One's own certificates; before them, for staff, those to check. */
export default function TaxExemption() {
  const role = useRole(useDashboardUser().email).data;
  return (
    <>
      <PageHead title={texts.title} lead={role === 'user' ? texts.lead : texts.advice} />
      {role !== undefined && role !== 'user' && <PendingExemptions />}
      {role === 'user' && <Exemptions />}
    </>
  );
}
