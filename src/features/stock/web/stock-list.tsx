import { listManagedToolsCall, type ManagedTool } from '#features/catalogue/managed-contract.ts';
import { manageToolsTexts } from '#features/catalogue/texts/manage.ts';
import { toolColumns } from '#features/catalogue/web/manage/managed-tools.tsx';
import { useFamilyChoice } from '#features/families/web/keeper/use-families.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { stockListTexts as texts } from '../texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The tools with their available units, for staff, who can't change anything else about them. */
export default function StockList() {
  return (
    <StaffOnly title={texts.title}>
      <Tools />
    </StaffOnly>
  );
}

function Tools() {
  const { api } = useSession();
  const family = useFamilyChoice(manageToolsTexts.family, manageToolsTexts.all);
  return (
    <ListPage
      texts={texts}
      listKey={['tools', 'stock', family.value]}
      load={({ filter: stock, ...query }, signal) =>
        api.list(listManagedToolsCall, {
          query: { ...query, stock, family: family.value || undefined },
          signal,
        })
      }
      head={() => (
        <PageHead
          title={texts.title}
          actions={
            <LinkButton to="/dashboard/delivery" size="sm" icon="box">
              {manageToolsTexts.receiveStock}
            </LinkButton>
          }
        />
      )}
      filters={[family]}
      filter={{ name: 'stock', label: manageToolsTexts.stock, options: manageToolsTexts.stocks }}
      sorts={manageToolsTexts.sorts}
      columns={columns}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title={manageToolsTexts.none} />}
    />
  );
}

const columns: ListColumn<ManagedTool>[] = [
  ...toolColumns(),
  {
    key: 'change',
    width: 136,
    cell: (tool, { size }) => (
      <LinkButton
        to={`/dashboard/managetool/${tool._id}/stock`}
        variant="secondary"
        size={size}
        aria-label={`${texts.change}: ${tool.name}`}
      >
        {texts.change}
      </LinkButton>
    ),
    card: 'actions',
  },
];
