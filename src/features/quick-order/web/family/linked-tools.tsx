import { useCallback, useMemo } from 'react';
import type { RelatedTools } from '#features/related-tools/contract.ts';
import { LinkTables, linkTables } from '#features/related-tools/web/link-tables.tsx';
import { relatedQuery } from '#features/related-tools/web/related-query.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { familyOrderTexts as texts } from '../../family-texts.ts';
import { OrderBar, OrderCells, OrderPanel } from './family-members.tsx';
import { useFamilyOrder } from './use-family-order.ts';

/** The id of the order form of linked tools. */
const ORDER = 'order-linked';

/** The tools linked to another one, in tables, and the order of several at once. */
export default function LinkedTools({ toolId, related }: { toolId: string; related: RelatedTools }) {
  const table = useMemo(
    () => ({ _id: `links-${toolId}`, members: linkTables(related).flatMap(({ tools }) => tools) }),
    [toolId, related],
  );
  const order = useFamilyOrder(
    table,
    useCallback(() => void publicQueries.invalidateQueries(relatedQuery(toolId)), [toolId]),
  );
  return (
    <>
      <LinkTables
        related={related}
        termsOf={order.termsOf}
        order={{
          heads: [texts.quantity, texts.order],
          cells: (member) => <OrderCells member={member} order={order} />,
        }}
      />
      {order.lines.length > 0 && (
        <div className="mt-8 space-y-4">
          <OrderBar order={order} id={ORDER} chosen={texts.chosenTools(order.lines.length)} />
          <OrderPanel order={order} id={ORDER} shown={table.members} />
        </div>
      )}
    </>
  );
}
