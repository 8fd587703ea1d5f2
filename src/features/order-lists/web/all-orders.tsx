import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { z } from 'zod/mini';
import { dayRange } from '#contracts/time-zone.ts';
import { delayFilterTexts } from '#features/delays/texts.ts';
import { allOrdersKey } from '#features/fulfilment/web/use-shipping.ts';
import { orderRefunds, orderShipping, shownOrderStates } from '#features/orders/contract.ts';
import {
  type DeskOrder,
  type deskOrderListSchema,
  exportOrdersCall,
  listAllOrdersCall,
} from '#features/orders/desk-contract.ts';
import {
  deliveriesTexts,
  orderDeskTexts as deskTexts,
  orderFieldTexts,
} from '#features/orders/texts/desk.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { refundFilterTexts } from '#features/orders/texts/refunds.ts';
import { createDesk, type Desk, useDesk } from '#features/orders/web/desk.ts';
import { type OrderActions, OrderList } from '#features/orders/web/order-list.tsx';
import { RefundOrder } from '#features/refunds/web/refund-order.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useRegion } from '#ui/client/load-context.ts';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { type ListFilter, useAddressChoice, useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { DeskBar } from './desk-bar.tsx';
import { OrderHistory } from './order-history.tsx';
import { deskColumns } from './order-rows.tsx';
import { DeskPurchaseHead } from './purchase-heads.tsx';

const ShipForm = lazy(() => import('#features/fulfilment/web/ship-form.tsx'));
const RecordDeliveries = lazy(() => import('#features/fulfilment/web/record-deliveries.tsx'));

/** Everyone's orders, for staff: they ship paid ones, one or many at once, and delete unpaid ones. `views`
 * links to the other views. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const [desk] = useState(createDesk);
  const fields = useOrderFields();
  const [refunding, setRefunding] = useState<DeskOrder>();
  const [isRecording, setRecording] = useState(false);
  const rows = useMemo(
    () => ({
      columns: (actions: OrderActions<DeskOrder>) => deskColumns({ ...actions, refund: setRefunding }, desk),
      above: (shown: readonly DeskOrder[] | undefined) => <DeskBar desk={desk} rows={shown} />,
      purchaseHead: (orders: readonly DeskOrder[]) => <DeskPurchaseHead orders={orders} desk={desk} />,
    }),
    [desk],
  );
  return (
    <OrderList<DeskOrder>
      texts={texts}
      reader="staff"
      listKey={[...allOrdersKey, JSON.stringify(fields.query)]}
      load={(query, signal) => api.list(listAllOrdersCall, { query: { ...query, ...fields.query }, signal })}
      filters={fields.list}
      head={({ headingRef }) => (
        <PageHead
          title={texts.title}
          headingRef={headingRef}
          actions={
            <div className="flex flex-wrap items-center gap-3">
              {views}
              <Button variant="secondary" onClick={() => setRecording(true)}>
                {deliveriesTexts.open}
              </Button>
              <ExportButton
                load={({ q, status }, signal) => {
                  const state = shownOrderStates.find((each) => each === status);
                  return api.request(exportOrdersCall, {
                    query: { q, status: state, ...fields.query },
                    signal,
                  });
                }}
              />
            </div>
          }
        />
      )}
      {...rows}
      describe={({ number, minQuantity, toolName, userName }) => {
        const order = texts.orderedBy(orderListTexts.units(minQuantity, toolName), userName);
        return orderListTexts.numbered(number, order);
      }}
      empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      dialog={(order, onClose) => (
        <>
          <OrderHistory order={order} onClose={onClose} />
          <RefundOrder order={refunding} onClose={() => setRefunding(undefined)} />
          <ShipDialog desk={desk} />
          <Dialog open={isRecording} onClose={() => setRecording(false)} title={deliveriesTexts.open}>
            <Suspense fallback={<Skeleton className="h-72 w-120 max-w-full" />}>
              <RecordDeliveries onClose={() => setRecording(false)} />
            </Suspense>
          </Dialog>
        </>
      )}
    />
  );
}

/** The parcel form, in a dialog over the list while orders are being packed. */
export function ShipDialog({ desk }: { desk: Desk }) {
  const toPack = useDesk(desk, (state) => state.toPack);
  const [first] = toPack;
  const close = () => desk.write({ toPack: [] });
  return (
    <Dialog open={first !== undefined} onClose={close} title={deskTexts.parcelFor(first?.userName ?? '')}>
      {first && (
        <Suspense fallback={<Skeleton className="h-72 w-120 max-w-full" />}>
          <ShipForm key={toPack.map(({ _id }) => _id).join()} desk={desk} toPack={toPack} onClose={close} />
        </Suspense>
      )}
    </Dialog>
  );
}

type Narrowing = Pick<
  z.input<typeof deskOrderListSchema>,
  'placedFrom' | 'placedBefore' | 'minTotal' | 'maxTotal' | 'customer' | 'refunds' | 'shipping'
>;

/** Filters by date, amount and customer, stored in the URL. Days are in the shop's time zone. */
function useOrderFields(): { query: Narrowing; list: ListFilter[] } {
  const field = (
    name: string,
    label: string,
    type: NonNullable<ListFilter['type']>,
    [value, onChange]: ReturnType<typeof useAddressValue>,
  ): ListFilter & { value: string } => ({ name, label, type, value, onChange });
  const from = field('from', orderFieldTexts.from, 'date', useAddressValue('from'));
  const to = field('to', orderFieldTexts.to, 'date', useAddressValue('to'));
  const min = field('min', orderFieldTexts.min, 'number', useAddressValue('min'));
  const max = field('max', orderFieldTexts.max, 'number', useAddressValue('max'));
  const customer = field('customer', orderFieldTexts.customer, 'email', useAddressValue('customer'));
  const [refunds, chooseRefunds] = useAddressChoice('refunds', orderRefunds);
  const [shipping, chooseShipping] = useAddressChoice('shipping', orderShipping);
  const { country } = useRegion();
  const days = dayRange(from.value, to.value, useTimes().zone);
  return {
    list: [
      from,
      to,
      min,
      max,
      customer,
      {
        name: 'refunds',
        ...refundFilterTexts,
        value: refunds,
        onChange: chooseRefunds,
      },
      ...(country === 'US' || shipping
        ? [{ name: 'shipping', ...delayFilterTexts, value: shipping, onChange: chooseShipping }]
        : []),
    ],
    query: {
      placedFrom: days.from,
      placedBefore: days.before,
      minTotal: min.value === '' ? undefined : Number(min.value),
      maxTotal: max.value === '' ? undefined : Number(max.value),
      customer: customer.value || undefined,
      refunds,
      shipping,
    },
  };
}
