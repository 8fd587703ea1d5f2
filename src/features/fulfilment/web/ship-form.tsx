import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
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
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { newKey } from '#ui/client/new-key.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { CarrierField } from './carrier-field.tsx';
import { isHeld, isRefusedAsDisputed, ShipDisputed } from './dispute-facts.tsx';
import { allOrdersKey, markSent, unitsIn } from './use-shipping.ts';

type ShipFormProps = { desk: Desk; toPack: readonly DeskOrder[]; onClose: () => void };

/** Packs a parcel: a number of units of each of a buyer's waiting orders, with carrier and tracking number.
 * The orders for which it was opened are packed completely, unless less is typed. */
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
  // The orders for which it was opened come first, with their current data.
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
  const [isAsking, setAsking] = useState(false);
  const { form, field, problem, isSending, submit, formProps } = useParcelForm({
    desk,
    orders,
    chosen,
    onClose,
    onDisputed: () => setAsking(true),
  });
  const [units, carrier] = useWatch({ control: form.control, name: ['units', 'carrier'] });
  const packed = orders.filter(({ _id }) => unitsTyped(units, _id) !== 0);
  const count = packed.reduce((sum, { _id }) => sum + unitsTyped(units, _id), 0);
  const isWrong = orders.some((order) => unitsError(units[order._id] ?? '', leftOf(order)) !== undefined);
  const send = form.handleSubmit((values) => (packed.some(isHeld) ? setAsking(true) : submit(values)));
  function sendDespiteDispute() {
    setAsking(false);
    submit({ ...form.getValues(), despiteDispute: true });
  }
  return (
    <form {...formProps} onSubmit={send} className="grid w-120 max-w-full gap-4">
      {orders.length === 0 && <p>{texts.noneLeft}</p>}
      <ul className="max-h-72 space-y-3 overflow-y-auto">
        {orders.map((order) => (
          <PackedOrder
            key={order._id}
            order={order}
            {...field(`units.${order._id}`, { validate: (typed) => unitsError(typed, leftOf(order)) })}
          />
        ))}
      </ul>
      {new Set(packed.map(({ address }) => address.trim())).size > 1 && (
        <p role="alert" className="text-sm font-medium text-warn">
          {texts.addressesDiffer}
        </p>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <CarrierField {...field('carrier')} value={carrier} />
        <TextField
          label={texts.trackingNumber}
          hint={texts.trackingHint}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          {...field('trackingNumber')}
        />
      </div>
      {problem && <ErrorState message={problem} />}
      {isAsking && (
        <ShipDisputed orders={packed} onShip={sendDespiteDispute} onClose={() => setAsking(false)} />
      )}
      <DialogFoot onClose={onClose} busy={isSending} disabled={isWrong || count === 0}>
        {texts.send(count)}
      </DialogFoot>
    </form>
  );
}

const unitsTyped = (units: ParcelValues['units'], orderId: string) => Number(units[orderId] || 0);

/** Returns the error of a number of units, of which `left` remain; an empty one counts as 0. */
function unitsError(typed: string, left: number): string | undefined {
  const isWhole = /^\d*$/.test(typed.trim());
  return isWhole && Number(typed) <= left ? undefined : texts.unitsWrong(left);
}

type PackedOrderProps = Omit<ComponentProps<typeof TextField>, 'label'> & { order: DeskOrder };

function PackedOrder({ order, ...units }: PackedOrderProps) {
  const { number, toolName, minQuantity, sentQuantity, withdrawnQuantity } = order;
  return (
    <li className="flex items-start gap-4 border-b border-line pb-3 last:border-0">
      <span className="min-w-0 flex-1 text-sm">
        <span className="line-clamp-2 font-semibold">
          <SavedText text={toolName} />
        </span>
        <PartNumber of={order} />
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
        {...units}
      />
    </li>
  );
}

type ParcelValues = { units: Record<string, string>; carrier: string; trackingNumber: string };

/** Sends a parcel once, and marks its orders in the list. */
function useParcelForm({
  desk,
  orders,
  chosen,
  onClose,
  onDisputed,
}: PackFormProps & { onDisputed: () => void }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const callForm = useCallForm<ParcelValues, ParcelValues & Pick<NewParcel, 'despiteDispute'>, Parcel>({
    mode: 'onChange',
    defaultValues: {
      units: Object.fromEntries(
        orders.map((order) => [order._id, chosen.has(order._id) ? String(leftOf(order)) : '']),
      ),
      carrier: String(readDraft('ship', email)?.carrier ?? ''),
      trackingNumber: '',
    },
    send: ({ units, ...shipping }, keyFor) => {
      keepDraft('ship', email, { carrier: shipping.carrier });
      const parts = orders.map(({ _id: orderId }) => ({ orderId, quantity: unitsTyped(units, orderId) }));
      const body = { ...shipping, orders: parts.filter(({ quantity }) => quantity !== 0) };
      return api.call(sendParcelCall, { body, headers: { 'idempotency-key': keyFor(body) } });
    },
    onSent: (parcel) => {
      const orderIds = parcel.contents.map(({ orderId }) => orderId);
      markSent(queries, orderIds, (order) => order.sentQuantity + unitsIn(parcel, order), parcel.sentAt);
      desk.write({ selected: new Set(), toPack: [] });
      noteShipped(desk, { press: newKey(), orderIds, parcel });
      onClose();
    },
    onRefused: (error) => {
      if (isRefusedAsDisputed(error)) {
        callForm.setProblem(undefined);
        onDisputed();
      }
      void queries.invalidateQueries({ queryKey: allOrdersKey, refetchType: 'none' });
    },
  });
  return callForm;
}
