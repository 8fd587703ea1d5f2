import { useQuery } from '@tanstack/react-query';
import { listOrdersCall } from '#features/orders/contract.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { parcelTexts as texts } from '#features/orders/texts/parcels.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Moment } from '#ui/moment.tsx';
import { listParcelsCall, type Parcel } from '../parcel-contract.ts';

/** An order's parcels, oldest first: its contents, when it was sent, the carrier and a tracking link. A
 * single parcel with the whole order and no carrier or tracking number is left to the timeline. */
export function ParcelList({ parcels, orderId }: { parcels: readonly Parcel[]; orderId: string }) {
  const [first, second] = parcels;
  if (!first || (!second && isPlain(first))) return null;
  return (
    <ul aria-label={texts.label} className="space-y-1.5">
      {parcels.map((parcel) => (
        <li key={parcel._id} className="border-l-2 border-line pl-2">
          <span className="block">
            {contentsOf(parcel, orderId)} <Moment isShort at={parcel.sentAt} className="text-ink-soft" />
          </span>
          <TrackingNumber parcel={parcel} />
          {second && <DeliveredOn parcel={parcel} />}
        </li>
      ))}
    </ul>
  );
}

/** 'Delivered Nov 30, 2026', once it is known. */
export function DeliveredOn({ parcel: { deliveredOn } }: { parcel: Parcel }) {
  if (!deliveredOn) return null;
  return (
    <span className="block">
      {texts.delivered} <time dateTime={deliveredOn}>{texts.day(deliveredOn)}</time>
    </span>
  );
}

const isPlain = ({ carrier, trackingNumber, contents: [first, second] }: Parcel) =>
  !carrier && !trackingNumber && !second && first?.quantity === first?.ordered;

/** '2 units', and the other orders in the parcel. */
function contentsOf({ contents }: Parcel, orderId: string): string {
  const own = contents.find((part) => part.orderId === orderId);
  const others = contents.filter((part) => part !== own).map(({ number }) => number);
  const units = texts.units(own?.quantity ?? 0);
  return others.length > 0 ? texts.together(units, others.join(', ')) : units;
}

/** 'UPS 1Z999', the number linked to the tracking page. */
export function TrackingNumber({ parcel }: { parcel: Parcel }) {
  const { carrier, trackingNumber, trackingUrl } = parcel;
  if (!carrier && !trackingNumber) return null;
  return (
    <span className="block wrap-anywhere">
      {carrier}{' '}
      {trackingUrl && trackingNumber ? (
        <a
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={texts.track(trackingNumber)}
          className="inline-flex min-h-6 items-center text-link"
        >
          {trackingNumber}
        </a>
      ) : (
        trackingNumber
      )}
    </span>
  );
}

/** The parcels of a single order, once loaded. */
export function OrderParcels({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['parcels', orderId],
    queryFn: ({ signal }) => api.call(listParcelsCall, { params: { id: orderId }, signal }),
  });
  return data && <ParcelList parcels={data} orderId={orderId} />;
}

/** The parcels of all orders that were paid together, without duplicates: contents, time sent, carrier and
 * tracking link. */
export function PaymentParcels({ email, transactionId }: { email: string; transactionId: string }) {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['orders', email, 'paid by', transactionId],
    queryFn: ({ signal }) => api.list(listOrdersCall, { query: { email, q: transactionId }, signal }),
  });
  const ofAll = data?.rows.flatMap(({ parcels }) => parcels) ?? [];
  const parcels = [...new Map(ofAll.map((parcel) => [parcel._id, parcel])).values()];
  if (parcels.length === 0) return null;
  return (
    <ul aria-label={texts.label} className="mt-4 space-y-1.5 text-sm">
      {parcels.map((parcel) => (
        <li key={parcel._id} className="border-l-2 border-line pl-2">
          <span className="block wrap-anywhere">
            {parcel.contents
              .map(({ number, quantity, ordered, toolName, partNumber }) =>
                orderListTexts.numbered(
                  number,
                  texts.part(quantity, ordered, orderListTexts.numberedTool(toolName, partNumber)),
                ),
              )
              .join('; ')}{' '}
            <Moment isShort at={parcel.sentAt} className="text-ink-soft" />
          </span>
          <TrackingNumber parcel={parcel} />
          <DeliveredOn parcel={parcel} />
        </li>
      ))}
    </ul>
  );
}
