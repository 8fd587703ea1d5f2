import { useMemo } from 'react';
import { deleteToolCall, type Tool } from '#features/catalogue/contract.ts';
import { listManagedToolsCall, managedToolSorts, stockLevels } from '#features/catalogue/managed-contract.ts';

import { manageToolsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { listsTexts } from '#texts/lists.ts';
import { useRows } from '#web/client/use-list.ts';
import { DeleteDialog, useRowDeletion } from '#web/dashboard/delete-row.tsx';
import {
  ListControls,
  NothingFound,
  useAddressChoice,
  useSearchWords,
} from '#web/dashboard/list-controls.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { ManagedToolCard, managedToolColumns } from './managed-tools.tsx';

export const meta = () => pageMeta(texts.title, texts.description);

const { search: words } = texts;

const stockWords = { '': words.all, low: texts.runningLow };
const sortWords = {
  '': words.newestFirst,
  name: texts.columns.name,
  price: words.priceRising,
  '-price': words.priceFalling,
  minimum: words.minimumRising,
  '-minimum': words.minimumFalling,
  available: words.availableRising,
  '-available': words.availableFalling,
};

/** The shop's tools; an admin takes them out of the shop here. */
export default function ManageTools() {
  return (
    <AdminOnly title={texts.title}>
      <ToolList />
    </AdminOnly>
  );
}

function ToolList() {
  const { api } = useSession();
  const { text, setText, words: q } = useSearchWords();
  const [stock, setStock] = useAddressChoice('stock', stockLevels);
  const [sort, setSort] = useAddressChoice('sort', managedToolSorts);
  const search = { q, stock, sort };
  const list = useRows(['tools', search], ({ cursor, signal }) =>
    api.list(listManagedToolsCall, { query: { ...search, cursor }, signal }),
  );
  const deletion = useRowDeletion<Tool>(
    ['tools'],
    (tool) => api.call(deleteToolCall, { params: { id: tool._id } }),
    (tool) => texts.deleted(tool.name),
  );
  const { ask } = deletion;
  const columns = useMemo(() => managedToolColumns(ask), [ask]);
  const card = useMemo(() => (tool: Tool) => <ManagedToolCard tool={tool} askDelete={ask} />, [ask]);
  return (
    <>
      <PageHead
        title={texts.title}
        headingRef={deletion.headingRef}
        actions={
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/dashboard/synonyms" variant="secondary" icon={<Icon name="search" />}>
              {texts.searchWords}
            </LinkButton>
            <LinkButton to="/dashboard/addtool" variant="secondary" icon={<Icon name="plus" />}>
              {texts.add}
            </LinkButton>
          </div>
        }
      />
      <ListControls
        label={texts.controls}
        hint={texts.searchHint}
        text={text}
        onText={setText}
        choices={[
          { label: words.stock, options: stockWords, value: stock, onChange: setStock },
          { label: listsTexts.sortBy, options: sortWords, value: sort, onChange: setSort },
        ]}
      />
      <RowsTable
        list={list}
        texts={texts.list}
        columns={columns}
        card={card}
        rowKey={(tool) => tool._id}
        sort={sort}
        onSort={setSort}
        empty={
          q || stock ? (
            <NothingFound
              texts={texts.list}
              words={q}
              onClear={() => {
                setText('');
                setStock('');
              }}
            />
          ) : (
            <EmptyState title={texts.none}>
              <LinkButton to="/dashboard/addtool">{texts.add}</LinkButton>
            </EmptyState>
          )
        }
      />
      <DeleteDialog
        open={deletion.isOpen}
        busy={deletion.isBusy}
        onClose={deletion.close}
        onDelete={deletion.confirm}
      >
        {deletion.row && texts.tool(deletion.row.name)}
      </DeleteDialog>
    </>
  );
}
