import type { Tool } from '#contracts/tool.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { AdminOnly } from './admin-only.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { PageHead } from './page-head.tsx';
import { RowsTable } from './rows-table.tsx';
import { useRowDeletion } from './use-row-deletion.ts';
import { useRows } from './use-rows.ts';
import { useSearchWords } from './use-search-words.ts';

export const meta = () => pageMeta('Manage Tools', 'The tools in this shop.');

/** The shop's tools; an admin takes them out of the shop here. */
export default function ManageTools() {
  return (
    <AdminOnly title="Manage Tools">
      <ToolList />
    </AdminOnly>
  );
}

function ToolList() {
  const { api } = useSession();
  const { text, setText, words } = useSearchWords();
  const list = useRows(['tools', words], (query) => api.listTools({ ...query, q: words }));
  const deletion = useRowDeletion<Tool>(
    ['tools'],
    (tool) => api.deleteTool(tool._id),
    (tool) => `Tool: ${tool.name} is deleted`,
  );
  return (
    <>
      <PageHead
        title="Manage Tools"
        headingRef={deletion.headingRef}
        actions={
          <LinkButton to="/dashboard/addtool" variant="secondary" icon={<Icon name="plus" />}>
            Add a tool
          </LinkButton>
        }
      />
      <TextField
        label="Search"
        type="search"
        className="mb-4 max-w-sm"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <RowsTable
        list={list}
        caption="Manage Tools"
        columns={columnsFor(deletion.ask)}
        rowKey={(tool) => tool._id}
        noun="tool"
        empty={<NoTools words={words} onClear={() => setText('')} />}
      />
      <DeleteDialog
        open={deletion.isOpen}
        busy={deletion.isBusy}
        onClose={deletion.close}
        onDelete={deletion.confirm}
      >
        {deletion.row && `Tool: ${deletion.row.name}`}
      </DeleteDialog>
    </>
  );
}

function NoTools({ words, onClear }: { words: string; onClear: () => void }) {
  if (words) {
    return (
      <EmptyState title={`No tool matches “${words}”`}>
        <Button variant="secondary" onClick={onClear}>
          Show all tools
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="There are no tools in the shop yet">
      <LinkButton to="/dashboard/addtool">Add a tool</LinkButton>
    </EmptyState>
  );
}

function columnsFor(askDelete: (tool: Tool) => void): Column<Tool>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      lead: true,
      cell: (tool) => (
        <span className="block font-semibold @max-4xl:text-base @4xl:min-w-44">{tool.name}</span>
      ),
      sortValue: (tool) => tool.name,
    },
    {
      key: 'description',
      header: 'Description',
      cell: (tool) => <span className="line-clamp-2 text-ink-soft @4xl:min-w-60">{tool.description}</span>,
    },
    {
      key: 'price',
      header: 'Price',
      align: 'end',
      cell: (tool) => <Price amount={tool.price} />,
      sortValue: (tool) => tool.price,
    },
    {
      key: 'min_order_quantity',
      header: 'Min Order Quantity',
      align: 'end',
      cell: (tool) => formatCount(tool.min_order_quantity),
      sortValue: (tool) => tool.min_order_quantity,
    },
    {
      key: 'available_quantity',
      header: 'Available Quantity',
      align: 'end',
      cell: (tool) => formatCount(tool.available_quantity),
      sortValue: (tool) => tool.available_quantity,
    },
    {
      key: 'action',
      header: 'Action',
      narrow: true,
      cell: (tool) => (
        <Button
          variant="danger"
          size="sm"
          icon={<Icon name="trash" className="size-4" />}
          aria-label={`Delete ${tool.name}`}
          onClick={() => askDelete(tool)}
        >
          Delete
        </Button>
      ),
    },
  ];
}
