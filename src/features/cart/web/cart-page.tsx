import { useCallback, useRef, useState } from 'react';
import { type BuyersOrder, deleteOrderCall } from '#features/orders/contract.ts';
import { cartTexts as texts } from '#features/orders/texts/cart.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { whyNotPayable } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';
import { DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { SelectAll, useSelection } from '#ui/dashboard/selection.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { ServiceLine } from '#ui/service-line.tsx';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import { EditOrder } from './edit-order.tsx';
import { MOST_LINES, TicksProvider, useCartLines, useNewTicks, useTicks } from './use-cart.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The cart: all unpaid orders as lines, the total of those ticked, and the way to pay for them together. */
export default function CartPage() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const cart = useCartLines();
  const ticks = useNewTicks(cart.data);
  const [edited, setEdited] = useState<BuyersOrder>();
  const deletion = useRowDeletion<BuyersOrder>(['orders', email], {
    remove: ({ _id }) => api.call(deleteOrderCall, { params: { id: _id } }),
    done: ({ toolName }) => texts.removed(toolName),
  });
  const { row, headingRef, ask } = deletion;
  const close = useCallback(() => setEdited(undefined), []);
  const lines = cart.data;
  return (
    <TicksProvider value={ticks}>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        headingRef={headingRef}
        actions={
          lines &&
          lines.length > 0 && (
            <LinkButton to="/dashboard/quick-order?cart" variant="quiet" size="sm" className="max-sm:-ml-3">
              {texts.saveAsList}
            </LinkButton>
          )
        }
      />
      {cart.error && (
        <div className="mb-4">
          <QueryError of={cart} />
        </div>
      )}
      {!lines && !cart.error && <Waiting />}
      {lines?.length === 0 && (
        <EmptyState title={texts.empty}>
          <p>{texts.emptyWhy}</p>
          <LinkButton to="/tools" className="mt-5">
            {texts.goToTools}
          </LinkButton>
        </EmptyState>
      )}
      {lines && lines.length > 0 && (
        <div className="xl:grid xl:grid-cols-beside-sums xl:items-start xl:gap-6">
          <div>
            <TickAll lines={lines} />
            <ul
              aria-label={texts.lines}
              className="rounded-md border border-line bg-surface max-xl:**:scroll-mb-32"
            >
              {lines.map((line) => (
                <CartLine key={line._id} line={line} onRemove={ask} onEdit={setEdited} />
              ))}
            </ul>
            {lines.length >= MOST_LINES && (
              <p className="mt-2 text-sm text-ink-soft">{texts.newest(MOST_LINES)}</p>
            )}
            <ServiceLine className="mt-3" />
          </div>
          <CartSummary lines={lines} />
        </div>
      )}
      <EditOrder order={edited} onClose={close} />
      <DeleteDialog {...deletion}>
        {row && orderListTexts.numbered(row.number, orderListTexts.units(row.minQuantity, row.toolName))}
      </DeleteDialog>
    </TicksProvider>
  );
}

function TickAll({ lines }: { lines: readonly BuyersOrder[] }) {
  const ticks = useTicks();
  const selected = useSelection(ticks, (state) => state.selected);
  const box = useRef<HTMLInputElement>(null);
  const ids = lines.filter((line) => !whyNotPayable(line)).map(({ _id }) => _id);
  const ticked = ids.filter((id) => selected.has(id)).length;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
      <SelectAll ref={box} ids={ids} ticked={ticked} label={texts.selectAll} selection={ticks} />
      <p className="text-sm text-ink-soft tabular-nums">{texts.selected(ticked, lines.length)}</p>
    </div>
  );
}

function Waiting() {
  return (
    <div className="grid gap-6 xl:grid-cols-beside-sums" aria-hidden="true">
      <div className="space-y-3">
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
      </div>
      <Skeleton className="h-60 w-full" />
    </div>
  );
}
