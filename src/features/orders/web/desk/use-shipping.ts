import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DeskOrder,
  MAX_ORDERS_AT_DESK,
  type OrderAnswers,
  shipOrdersCall,
  undoShipmentsCall,
} from '#features/orders/desk-contract.ts';
import { type Parcel, undoParcelCall } from '#features/orders/parcels/contract.ts';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage, type ListRows } from '#web/client/api-client.ts';
import { notify } from '#web/ui/toast.tsx';
import type { Desk } from './desk.ts';

/** The key of the list of all orders, whatever is looked for in it. */
export const allOrdersKey = ['all-orders'];

/** Ships the orders that are ticked, and takes back what was shipped a moment ago. */
export function useShipping(desk: Desk) {
  const { api } = useSession();
  const queries = useQueryClient();
  const onError = (error: Error) => {
    notify.error(errorMessage(error));
    void queries.invalidateQueries({ queryKey: allOrdersKey });
  };
  const ship = useMutation({
    mutationFn: (orderIds: string[]) =>
      inBatches(orderIds, (batch) => api.call(shipOrdersCall, { body: { orderIds: batch } })),
    onSuccess: (answers) => {
      const shipped = changedOf(answers);
      desk.write({ selected: new Set(), shipped, parcel: undefined });
      markOrders(queries, shipped, { shippedAt: new Date().toISOString() });
      tellRefused(answers);
    },
    onError,
  });
  const undo = useMutation({
    mutationFn: (orderIds: string[]) =>
      inBatches(orderIds, (batch) => api.call(undoShipmentsCall, { body: { orderIds: batch } })),
    onSuccess: (answers) => {
      const undone = changedOf(answers);
      desk.write({ shipped: [] });
      markOrders(queries, undone, { shippedAt: null });
      if (undone.length > 0) notify.success(texts.undone(undone.length));
      tellRefused(answers);
    },
    onError,
  });
  const undoParcel = useMutation({
    mutationFn: ({ _id }: Parcel) => api.call(undoParcelCall, { params: { id: _id } }),
    onSuccess: (_answer, { contents }) => {
      desk.write({ parcel: undefined });
      changeShown(
        queries,
        contents.map(({ orderId }) => orderId),
        ({ _id, sentQuantity }) => ({
          state: 'paid',
          pendingChange: null,
          shippedAt: null,
          sentQuantity: sentQuantity - (contents.find(({ orderId }) => orderId === _id)?.quantity ?? 0),
        }),
      );
      notify.success(texts.parcelUndone);
    },
    onError,
  });
  return { ship, undo, undoParcel };
}

async function inBatches(
  orderIds: string[],
  send: (batch: string[]) => Promise<OrderAnswers>,
): Promise<OrderAnswers> {
  const answers: OrderAnswers = [];
  for (let at = 0; at < orderIds.length; at += MAX_ORDERS_AT_DESK)
    answers.push(...(await send(orderIds.slice(at, at + MAX_ORDERS_AT_DESK))));
  return answers;
}

const changedOf = (answers: OrderAnswers) =>
  answers.filter(({ modifiedCount }) => modifiedCount > 0).map(({ orderId }) => orderId);

function tellRefused(answers: OrderAnswers): void {
  const refused = answers.flatMap(({ error }) => error ?? []);
  const [first] = refused;
  if (first) notify.error(texts.notDone(refused.length, first.message));
}

/** Marks orders as shipped, or not, where they stand. */
export function markOrders(
  queries: QueryClient,
  orderIds: readonly string[],
  { shippedAt }: Pick<DeskOrder, 'shippedAt'>,
): void {
  changeShown(queries, orderIds, () => ({
    state: shippedAt ? 'shipped' : 'paid',
    pendingChange: shippedAt ? 'shipped' : null,
    shippedAt,
  }));
}

/** Changes orders where they are shown: a list that is fetched anew would put others under the pointer. */
export function changeShown(
  queries: QueryClient,
  orderIds: readonly string[],
  change: (order: DeskOrder) => Partial<DeskOrder>,
): void {
  const changed = (order: DeskOrder) =>
    orderIds.includes(order._id) ? { ...order, ...change(order) } : order;
  queries.setQueriesData<InfiniteData<ListRows<DeskOrder>>>(
    { queryKey: allOrdersKey },
    (list) =>
      list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(changed) })) },
  );
  void queries.invalidateQueries({ queryKey: allOrdersKey, refetchType: 'none' });
}
