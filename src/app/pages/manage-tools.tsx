import { useMemo, useState } from 'react';
import {
  deleteToolCall,
  exportToolsCall,
  listManagedToolsCall,
  type ManagedTool,
  managedToolGaps,
  managedToolStocks,
} from '#features/catalogue/managed-contract.ts';
import { manageToolsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { managedToolColumns } from '#features/catalogue/web/manage/managed-tools.tsx';
import type { TaxonKind } from '#features/categories/contract.ts';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { GroupTools } from '#features/families/web/keeper/group-tools.tsx';
import { useFamilyChoice } from '#features/families/web/keeper/use-families.ts';
import { importTexts } from '#features/imports/page-texts.ts';
import { BulkBar } from '#features/imports/web/bulk-change.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useDuty } from '#ui/client/use-duty.ts';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { type AskDelete, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { createSelection } from '#ui/dashboard/selection.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Lists the shop's tools; an admin removes tools from the shop here. */
export default function ManageTools() {
  return (
    <AdminOnly title={texts.title}>
      <Tools />
    </AdminOnly>
  );
}

const further = [
  { to: '/dashboard/delivery', label: texts.receiveStock },
  { to: '/dashboard/categories', label: texts.taxonomy },
  { to: '/dashboard/families', label: texts.families },
  { to: '/dashboard/synonyms', label: texts.searchWords },
];

function Tools() {
  const { api } = useSession();
  const filters = [
    useTaxonChoice('category', texts.category),
    useTaxonChoice('brand', texts.brand),
    useFamilyChoice(texts.family, texts.all),
  ];
  const [category, brand, family] = filters.map(({ value }) => value || undefined);
  const hasDuty = useDuty();
  const [lacking, setLacking] = useAddressValue('lacks');
  const lacks = managedToolGaps.find((each) => each === lacking);
  const gaps = {
    name: 'lacks',
    label: texts.lacks,
    options: texts.gaps,
    value: lacking,
    onChange: setLacking,
  };
  const [selection] = useState(() => createSelection({}));
  const rows = useMemo(
    () => ({
      columns: (ask: AskDelete<ManagedTool>) => managedToolColumns(ask, selection),
      above: (shown: readonly ManagedTool[] | undefined, total: number | undefined) => (
        <BulkBar
          selection={selection}
          rows={shown}
          total={total}
          actions={(ticked) => <GroupTools tools={ticked} />}
        />
      ),
    }),
    [selection],
  );
  return (
    <ListPage
      texts={texts}
      listKey={['tools', category ?? '', brand ?? '', family ?? '', lacks ?? '']}
      load={({ filter: stock, ...query }, signal) =>
        api.list(listManagedToolsCall, { query: { ...query, stock, category, brand, family, lacks }, signal })
      }
      filters={hasDuty('product-safety') ? [...filters, gaps] : filters}
      head={({ headingRef }) => (
        <PageHead
          title={texts.title}
          headingRef={headingRef}
          actions={
            <div className="flex flex-wrap gap-2">
              <ExportButton
                size="sm"
                load={({ q, stock }, signal) =>
                  api.request(exportToolsCall, {
                    query: {
                      q,
                      category,
                      brand,
                      family,
                      lacks,
                      stock: managedToolStocks.find((each) => each === stock),
                    },
                    signal,
                  })
                }
              />
              <LinkButton to="/dashboard/import" variant="secondary" size="sm">
                {importTexts.title}
              </LinkButton>
              <LinkButton to="/dashboard/addtool" size="sm" icon="plus">
                {texts.add}
              </LinkButton>
              <RowMenu label={texts.more} size="sm">
                {further.map(({ to, label }) => (
                  <LinkButton key={to} to={to} variant="quiet" size="sm">
                    {label}
                  </LinkButton>
                ))}
              </RowMenu>
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
  );
}

/** A filter by category or brand, stored in the page's address under its kind. */
function useTaxonChoice(name: TaxonKind, label: string) {
  const { data } = useTaxonomy();
  const [value, onChange] = useAddressValue(name);
  const names = data?.[name].map((taxon) => taxon.name) ?? [];
  const options = Object.fromEntries([...names, value].filter(Boolean).map((each) => [each, each]));
  return { name, label, options: { '': texts.all, ...options }, value, onChange };
}
