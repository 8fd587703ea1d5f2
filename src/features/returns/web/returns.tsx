import { useParams, useSearchParams } from 'react-router';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { newReturnTexts, returnsTexts as texts } from '../screen-texts.ts';
import { NewReturn } from './new-return.tsx';
import { ReturnList } from './return-list.tsx';
import { ReturnPage } from './return-page.tsx';
import { ReturnSlip } from './return-slip.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The pages of returns, which are one file: each costs every visitor a line of the table of routes. */
export default function Returns() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const role = useRole(useDashboardUser().email);
  if (role.data) {
    const reader = role.data === 'user' ? 'buyer' : 'staff';
    if (id === undefined) return <ReturnList reader={reader} />;
    if (id === 'new') return <NewReturn key={search.get('order')} reader={reader} />;
    return search.has('slip') ? (
      <ReturnSlip key={id} id={id} />
    ) : (
      <ReturnPage key={id} id={id} reader={reader} />
    );
  }
  return (
    <>
      <PageHead title={id === 'new' ? newReturnTexts.title : texts.title} />
      {role.isPending ? <Skeleton className="h-64 w-full" /> : <QueryError of={role} />}
    </>
  );
}
