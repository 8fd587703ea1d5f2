import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { getSetupGuideCall } from '#features/setup-guide/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { Icon } from '#ui/icon.tsx';

export const setupGuideKey = ['setup guide'];

/** The pages on which its steps are done. */
const stepPages = /^\/dashboard\/(details|addtool|import|managetool|delivery-methods|tax)\b/;

/** A link back to the set-up guide, for an admin who came from it. It loads nothing itself, so that it never
 * pushes a page down later. */
export function BackToGuide() {
  const { pathname } = useLocation();
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: setupGuideKey,
    queryFn: ({ signal }) => api.call(getSetupGuideCall, { signal }),
    enabled: false,
  });
  if (!data?.shown || !stepPages.test(pathname)) return null;
  return (
    <Link
      to="/dashboard/overview#setup-guide"
      className="text-link mb-2 inline-flex min-h-6 items-center gap-1.5 text-sm"
    >
      <Icon name="arrow-right" className="size-4 rotate-180" />
      {dashboardTexts.setupGuide}
    </Link>
  );
}
