import { useMemo, useState } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import {
  deleteToolCall,
  exportToolsCall,
  listManagedToolsCall,
} from '#features/catalogue/managed-contract.ts';
import { importTexts } from '#features/catalogue/texts/import-page.ts';
import { manageToolsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { ExportButton } from '#web/dashboard/export-button.tsx';
import { type AskDelete, ListPage } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { createSelection } from '#web/dashboard/selection.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { BulkBar } from './bulk-change.tsx';
import { ManagedToolCard, managedToolColumns } from './managed-tools.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The shop's tools; an admin takes them out of the shop here. */
export default function ManageTools() {
  const { api } = useSession();
  const [selection] = useState(() => createSelection({}));
  const rows = useMemo(
    () => ({
      columns: (ask: AskDelete<Tool>) => managedToolColumns(ask, selection),
      Card: (card: { row: Tool; askDelete: AskDelete<Tool> }) => (
        <ManagedToolCard {...card} selection={selection} />
      ),
      above: (shown: readonly Tool[] | undefined, total: number | undefined) => (
        <BulkBar selection={selection} rows={shown} total={total} />
      ),
    }),
    [selection],
  );
  return (
    <AdminOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={['tools']}
        load={({ filter: stock, ...query }, signal) =>
          api.list(listManagedToolsCall, { query: { ...query, stock }, signal })
        }
        head={({ headingRef }) => (
          <PageHead
            title={texts.title}
            headingRef={headingRef}
            actions={
              <div className="flex flex-wrap gap-3">
                <LinkButton to="/dashboard/delivery" variant="secondary" icon={<Icon name="box" />}>
                  {texts.delivery}
                </LinkButton>
                <ExportButton
                  load={({ q, stock }) =>
                    api.request(exportToolsCall, { query: { q, stock: stock === 'low' ? stock : undefined } })
                  }
                />
                <LinkButton to="/dashboard/import" variant="secondary" icon={<Icon name="rows" />}>
                  {importTexts.title}
                </LinkButton>
                <LinkButton to="/dashboard/categories" variant="secondary" icon={<Icon name="filter" />}>
                  {texts.taxonomy}
                </LinkButton>
                <LinkButton to="/dashboard/synonyms" variant="secondary" icon={<Icon name="search" />}>
                  {texts.searchWords}
                </LinkButton>
                <LinkButton to="/dashboard/addtool" variant="secondary" icon={<Icon name="plus" />}>
                  {texts.add}
                </LinkButton>
              </div>
            }
          />
        )}
        filter={{ name: 'stock', label: texts.stock, options: texts.stocks }}
        sorts={texts.sorts}
        {...rows}
        rowKey={(tool) => tool._id}
        empty={
          <EmptyState title={texts.none}>
            <LinkButton to="/dashboard/addtool">{texts.add}</LinkButton>
          </EmptyState>
        }
        deletion={{
          remove: (tool) => api.call(deleteToolCall, { params: { id: tool._id } }),
          describe: ({ name }) => texts.tool(name),
          done: ({ name }) => texts.deleted(name),
        }}
      />
    </AdminOnly>
  );
}
