import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DeskOrder, listAllOrdersCall } from '#features/orders/desk-contract.ts';
import {
  MAX_ORDERS_IN_PARCEL,
  type NewParcel,
  type Parcel,
  sendParcelCall,
} from '#features/orders/parcel-contract.ts';
import { shipFormTexts as texts } from '#features/orders/texts/desk.ts';
import { type Desk, noteShipped } from '#features/orders/web/desk.ts';
import { partSent, unitsToSend } from '#features/orders/web/order-timeline.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { createAttemptKeys, newKey } from '#ui/client/new-key.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { CarrierField } from './carrier-field.tsx';
import { isHeld, isRefusedAsDisputed, ShipDisputed } from './dispute-facts.tsx';
import { allOrdersKey, markSent, unitsIn } from './use-shipping.ts';

type ShipFormProps = { desk: Desk; toPack: readonly DeskOrder[]; onClose: () => void };

/** Packs a parcel: so many units of each order of one buyer that waits, with a carrier and a tracking number.
 * Those that it was opened for go whole, unless less is typed. */
export default function ShipForm({ desk, toPack, onClose }: ShipFormProps) {
  const { api } = useSession();
  const email = toPack[0]?.email ?? '';
  const waiting = useQuery({
    queryKey: ['orders-to-pack', email],
    queryFn: ({ signal }) => {
      const query = { customer: email, status: 'paid', limit: MAX_ORDERS_IN_PARCEL } as const;
      return api.list(listAllOrdersCall, { query, signal });
    },
    gcTime: 0,
  });
  if (waiting.error) return <QueryError of={waiting} />;
  if (!waiting.data) return <Skeleton className="h-72 w-120 max-w-full" />;
  const chosen = new Set(toPack.map(({ _id }) => _id));
  // What it was opened for comes first, as it stands now.
  const fresh = waiting.data.rows;
  const orders = [
    ...fresh.filter(({ _id }) => chosen.has(_id)),
    ...fresh.filter(({ _id }) => !chosen.has(_id)),
  ];
  return <PackForm desk={desk} orders={orders} chosen={chosen} onClose={onClose} />;
}

type PackFormProps = Pick<ShipFormProps, 'desk' | 'onClose'> & {
  orders: readonly DeskOrder[];
  chosen: ReadonlySet<string>;
};

const leftOf = (order: DeskOrder) => unitsToSend(order) - order.sentQuantity;

function PackForm({ desk, orders, chosen, onClose }: PackFormProps) {
  const { email } = useDashboardUser();
  const [units, setUnits] = useState<Record<string, string>>(() =>
    Object.fromEntries(
      orders.map((order) => [order._id, chosen.has(order._id) ? String(leftOf(order)) : '']),
    ),
  );
  const [carrier, setCarrier] = useState(() => String(readDraft('ship', email)?.carrier ?? ''));
  const [trackingNumber, setTrackingNumber] = useState('');
  const [isAsking, setAsking] = useState(false);
  const sending = useSending({ desk, onClose, onDisputed: () => setAsking(true) });
  const parts = orders
    .map(({ _id: orderId }) => ({ orderId, quantity: Number(units[orderId] || 0) }))
    .filter(({ quantity }) => quantity !== 0);
  const count = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const wrong = (order: DeskOrder) => unitsError(units[order._id] ?? '', leftOf(order));
  const isWrong = orders.some((order) => wrong(order) !== undefined);
  const packed = orders.filter(({ _id }) => parts.some(({ orderId }) => orderId === _id));
  function send(event: FormEvent) {
    event.preventDefault();
    if (sending.isPending || isWrong || count === 0) return;
    keepDraft('ship', email, { carrier });
    if (packed.some(isHeld)) setAsking(true);
    else sending.mutate({ orders: parts, carrier, trackingNumber });
  }
  function sendDespiteDispute() {
    setAsking(false);
    sending.mutate({ orders: parts, carrier, trackingNumber, despiteDispute: true });
  }
  return (
    <form noValidate onSubmit={send} className="grid w-120 max-w-full gap-4">
      {orders.length === 0 && <p>{texts.noneLeft}</p>}
      <ul className="max-h-72 space-y-3 overflow-y-auto">
        {orders.map((order) => (
          <PackedOrder
            key={order._id}
            order={order}
            units={units[order._id] ?? ''}
            error={wrong(order)}
            onChange={(typed) => setUnits({ ...units, [order._id]: typed })}
          />
        ))}
      </ul>
      {new Set(packed.map(({ address }) => address.trim())).size > 1 && (
        <p role="alert" className="text-sm font-medium text-warn">
          {texts.addressesDiffer}
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CarrierField value={carrier} onChange={setCarrier} />
        <TextField
          label={texts.trackingNumber}
          hint={texts.trackingHint}
          value={trackingNumber}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTrackingNumber(target.value)}
        />
      </div>
      {sending.error && !isRefusedAsDisputed(sending.error) && (
        <ErrorState message={errorMessage(sending.error)} />
      )}
      {isAsking && (
        <ShipDisputed orders={packed} onShip={sendDespiteDispute} onClose={() => setAsking(false)} />
      )}
      <DialogFoot onClose={onClose} busy={sending.isPending} disabled={isWrong || count === 0}>
        {texts.send(count)}
      </DialogFoot>
    </form>
  );
}

/** What is wrong about a number of units of which so many are left; nothing typed is none of them. */
function unitsError(typed: string, left: number): string | undefined {
  const isWhole = /^\d*$/.test(typed.trim());
  return isWhole && Number(typed) <= left ? undefined : texts.unitsWrong(left);
}

type PackedOrderProps = {
  order: DeskOrder;
  units: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

function PackedOrder({ order, units, error, onChange }: PackedOrderProps) {
  const { number, toolName, minQuantity, sentQuantity, withdrawnQuantity } = order;
  return (
    <li className="flex items-start gap-4 border-b border-line pb-3 last:border-0">
      <span className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-semibold">
          <SavedText text={toolName} />
        </span>
        <span className="text-ink-soft tabular-nums">
          {texts.ordered(number, minQuantity)}
          {withdrawnQuantity > 0 && `, ${texts.refunded(withdrawnQuantity)}`}
          {sentQuantity > 0 && `, ${partSent(order)}`}
        </span>
      </span>
      <TextField
        label={texts.unitsOf(number)}
        inputMode="numeric"
        className="w-32 shrink-0 [&_input]:text-right [&_label]:sr-only"
        placeholder="0"
        value={units}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
    </li>
  );
}

/** Sends a parcel, once, and marks its orders where they stand in the list. */
function useSending({
  desk,
  onClose,
  onDisputed,
}: Pick<ShipFormProps, 'desk' | 'onClose'> & { onDisputed: () => void }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [keys] = useState(createAttemptKeys);
  return useMutation({
    mutationFn: (parcel: NewParcel) =>
      api.call(sendParcelCall, {
        body: parcel,
        headers: { 'idempotency-key': keys.keyFor(parcel) },
      }),
    onSuccess: (parcel: Parcel) => {
      keys.finish();
      const orderIds = parcel.contents.map(({ orderId }) => orderId);
      markSent(queries, orderIds, (order) => order.sentQuantity + unitsIn(parcel, order), parcel.sentAt);
      desk.write({ selected: new Set(), toPack: [] });
      noteShipped(desk, { press: newKey(), orderIds, parcel });
      onClose();
    },
    onError: (error) => {
      keys.fail(error);
      if (isRefusedAsDisputed(error)) onDisputed();
      void queries.invalidateQueries({ queryKey: allOrdersKey, refetchType: 'none' });
    },
  });
}
