import { useQueryClient } from '@tanstack/react-query';
import type { NewStaffNote } from '#contracts/staff-note.ts';
import { type AuditEvent, listOrderEventsCall } from '#features/audit/contract.ts';
import { DeskParcels } from '#features/fulfilment/web/desk-parcels.tsx';
import { changeShown } from '#features/fulfilment/web/use-shipping.ts';
import { InvoicesOfOrder } from '#features/invoices/web/invoice-button.tsx';
import type { ListedOrder } from '#features/orders/contract.ts';
import { addOrderNoteCall, listOrderNotesCall } from '#features/orders/desk-contract.ts';
import {
  manageOrdersTexts,
  orderListTexts,
  orderHistoryTexts as texts,
} from '#features/orders/texts/orders.ts';
import { DeliveryMethod } from '#features/orders/web/order-details.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { StaffNoteForm, StaffNoteList } from '#features/users/web/staff-notes.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useCents } from '#ui/client/load-context.ts';
import { staffNotesTexts } from '#ui/dashboard/texts.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton, Spinner } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { useRows } from '#ui/use-list.ts';
import { formatAuditEvent } from './format-audit-event.ts';

/** An order's audit trail for admins, oldest first. */
export function OrderHistory({ order, onClose }: { order: ListedOrder | undefined; onClose: () => void }) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} title={texts.title(order?.number ?? '')}>
      {order && (
        <>
          <p className="text-ink-soft">
            {manageOrdersTexts.orderedBy(
              orderListTexts.units(order.minQuantity, order.toolName),
              order.userName,
            )}
          </p>
          <DeliveryMethod order={order} />
          <DeskParcels orderId={order._id} />
          <InvoicesOfOrder order={order} />
          <OrderNotes orderId={order._id} />
          <Events orderId={order._id} />
          <DialogFoot className="mt-6" closeLabel={texts.close} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function Events({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const list = useRows(['order-history', orderId], ({ cursor, signal }) =>
    api.list(listOrderEventsCall, { params: { id: orderId }, query: { cursor }, signal }),
  );
  if (!list.rows && list.error) {
    return <ErrorState message={errorMessage(list.error)} onRetry={list.retry} retrying={list.retrying} />;
  }
  if (!list.rows) return <Spinner label={texts.loading} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in a keyboard's reach.
    <div tabIndex={0} className="mt-4 max-h-96 overflow-y-auto">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {list.rows.map((event) => (
          <EventItem key={event._id} event={event} />
        ))}
      </ol>
      {list.hasMore && (
        <Button variant="secondary" size="sm" busy={list.loadingMore} onClick={list.loadMore}>
          {texts.loadMore}
        </Button>
      )}
    </div>
  );
}

/** One event of a history; `about`: the orders of a purchase that it happened to. */
export function EventItem({ event, about }: { event: AuditEvent; about?: string | undefined }) {
  const { title, details, actor } = formatAuditEvent(event, useCents());
  const facts = about ? [about, ...details] : details;
  return (
    <li>
      <p className="font-semibold">{title}</p>
      {facts.length > 0 && <p className="text-ink-soft tabular-nums">{facts.join(' · ')}</p>}
      <p className="text-sm break-words text-ink-soft">
        <Moment at={event.at} /> {texts.by(actor)}
      </p>
    </li>
  );
}

/** Staff's notes on an order, and a form to add one. */
function OrderNotes({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const notes = useCall(['order-notes', orderId], listOrderNotesCall, { params: { id: orderId } });
  async function add(body: NewStaffNote) {
    await api.call(addOrderNoteCall, { params: { id: orderId }, body });
    changeShown(queries, [orderId], ({ noteCount }) => ({ noteCount: noteCount + 1 }));
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['order-notes', orderId] }),
      queries.invalidateQueries({ queryKey: ['order-history', orderId] }),
    ]);
  }
  return (
    <section aria-label={staffNotesTexts.heading} className="mt-4 space-y-3">
      <h3 className="text-base font-semibold">{staffNotesTexts.heading}</h3>
      {notes.isPending && <Skeleton className="h-6 w-48" />}
      <QueryError of={notes} />
      {notes.data && <StaffNoteList notes={notes.data} className="max-h-40 overflow-y-auto" />}
      <StaffNoteForm add={add} />
    </section>
  );
}
