import type { AuditEvent } from '#contracts/audit.ts';
import type { Order } from '#contracts/order.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatMoment } from '#web/ui/format.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { eventActor, eventDetails, eventTitle } from './audit-words.ts';
import { useRows } from './use-rows.ts';

/** Shows an admin what happened to an order, oldest first, until closed. */
export function OrderHistory({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} title="History of this order">
      {order && (
        <>
          <p className="text-ink-soft">
            {order.minQuantity} × {order.toolName}, ordered by {order.userName}
          </p>
          <Events orderId={order._id} />
          <div className="mt-6 flex justify-end">
            <Button variant="secondary" onClick={onClose}>
              Close
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Events({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const list = useRows(['order-history', orderId], (query) => api.listOrderEvents(orderId, query));
  if (!list.rows && list.error) {
    return <ErrorState message={errorWords(list.error)} onRetry={list.retry} retrying={list.retrying} />;
  }
  if (!list.rows) return <Spinner label="Loading the history" />;
  return (
    <div className="mt-4 max-h-[60vh] overflow-y-auto">
      <ol className="space-y-4 border-l-2 border-line pl-4">
        {list.rows.map((event) => (
          <EventItem key={event._id} event={event} />
        ))}
      </ol>
      {list.hasMore && (
        <Button variant="secondary" size="sm" busy={list.loadingMore} onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}

function EventItem({ event }: { event: AuditEvent }) {
  const { currency } = useShopSettings();
  const details = eventDetails(event, currency);
  return (
    <li>
      <p className="font-semibold">{eventTitle(event)}</p>
      {details.length > 0 && <p className="text-ink-soft tabular-nums">{details.join(' · ')}</p>}
      <p className="text-sm break-words text-ink-soft">
        <time dateTime={event.at} className="tabular-nums">
          {formatMoment(event.at)}
        </time>{' '}
        by {eventActor(event)}
      </p>
    </li>
  );
}
