import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { counted } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { deleteListCall, listListsCall, type SavedList } from '../contract.ts';
import { listsTexts as texts } from '../texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** A buyer's saved lists: each opens as a quick order. */
export default function Lists() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const lists = useCall(['lists', email], listListsCall, {});
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
                  <SavedText text={list.name} />
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
