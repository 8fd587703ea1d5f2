import { useQuery } from '@tanstack/react-query';
import { deleteListCall, listListsCall, type SavedList } from '#features/lists/contract.ts';
import { listsTexts as texts } from '#features/lists/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { counted } from '#texts/locale.ts';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#web/dashboard/delete-row.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The lists that a buyer keeps: each opens as a quick order. */
export default function Lists() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const lists = useQuery({
    queryKey: ['lists', email],
    queryFn: ({ signal }) => api.call(listListsCall, { signal }),
  });
  const deletion = useRowDeletion<SavedList>(['lists', email], {
    remove: ({ _id }) => api.call(deleteListCall, { params: { id: _id } }),
    done: () => texts.deleted,
  });
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        headingRef={deletion.headingRef}
        link={{ to: '/dashboard/quick-order', words: texts.quickOrder }}
      />
      {lists.error && <QueryError of={lists} />}
      {lists.isPending && <Skeleton className="h-40 w-full" />}
      {lists.data?.length === 0 && (
        <EmptyState title={texts.none}>
          <p>{texts.noneYet}</p>
        </EmptyState>
      )}
      {lists.data && lists.data.length > 0 && (
        <ul aria-label={texts.list} className="divide-y divide-line rounded-md border border-line bg-surface">
          {lists.data.map((list) => (
            <li key={list._id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
              <div className="w-full min-w-0 sm:w-auto sm:flex-1">
                <p className="font-semibold wrap-anywhere">
                  <KeptText text={list.name} />
                </p>
                <p className="text-sm text-ink-soft tabular-nums">{counted(list.lineCount, texts.lines)}</p>
              </div>
              <LinkButton
                variant="secondary"
                to={`/dashboard/quick-order?list=${list._id}`}
                aria-label={texts.openList(list.name)}
              >
                {texts.open}
              </LinkButton>
              <DeleteButton aria-label={texts.delete(list.name)} onClick={() => deletion.ask(list)} />
            </li>
          ))}
        </ul>
      )}
      <DeleteDialog {...deletion}>{deletion.row?.name}</DeleteDialog>
    </>
  );
}
