import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type DeskOrder,
  MAX_ORDERS_AT_DESK,
  type OrderAnswers,
  shipOrdersCall,
  undoShipmentsCall,
} from '#features/orders/desk-contract.ts';
import { type Parcel, undoParcelCall } from '#features/orders/parcel-contract.ts';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { type Desk, forgetShipped, noteShipped, type Shipment } from '#features/orders/web/desk.ts';
import { unitsToSend } from '#features/orders/web/order-timeline.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { patchRows } from '#ui/dashboard/use-row-change.ts';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';

/** The query key of the list of all orders, for any filter. */
export const allOrdersKey = ['all-orders'];

/** The query key of the pages of single purchases. */
export const purchasesKey = ['purchases'];

type ToShip = { orderIds: string[]; despiteDispute?: boolean };

/** Ships orders, and undoes what was just shipped. */
export function useShipping(desk: Desk) {
  const { api } = useSession();
  const queries = useQueryClient();
  const onRefused = (error: Error) => {
    notify.error(errorMessage(error));
    for (const queryKey of [allOrdersKey, purchasesKey]) void queries.invalidateQueries({ queryKey });
  };
  const ship = useAction({
    call: ({ orderIds, despiteDispute }: ToShip) => {
      const press = newKey();
      return inBatches(orderIds, async (batch) => {
        const answers = await api.call(shipOrdersCall, { body: { orderIds: batch, despiteDispute } });
        noteShipped(desk, { press, orderIds: changedOf(answers) });
        markAnswered(queries, answers);
        desk.select(batch, false);
        return answers;
      });
    },
    onDone: () => desk.write({ selected: new Set() }),
    onRefused,
  });

  async function undoOrders(shipments: readonly Shipment[]) {
    let count = 0;
    const orderIds = shipments.flatMap((shipment) => shipment.orderIds);
    await inBatches(orderIds, async (batch) => {
      const answers = await api.call(undoShipmentsCall, { body: { orderIds: batch } });
      markAnswered(queries, answers);
      count += changedOf(answers).length;
      return answers;
    });
    if (count > 0) notify.success(texts.undone(count));
  }

  const undo = useAction({
    call: async (shipments: readonly Shipment[]) => {
      const parcel = shipments[0]?.parcel;
      if (!parcel) return undoOrders(shipments);
      await api.call(undoParcelCall, { params: { id: parcel._id } });
      const orderIds = parcel.contents.map(({ orderId }) => orderId);
      markSent(queries, orderIds, (order) => order.sentQuantity - unitsIn(parcel, order));
      notify.success(texts.parcelUndone);
    },
    onDone: (_, shipments) => forgetShipped(desk, (each) => shipments.includes(each)),
    onRefused,
  });
  return { ship, undo };
}

/** Sends ids in batches, in sequence, and reports refusals even if a later batch fails. */
async function inBatches(
  orderIds: string[],
  send: (batch: string[]) => Promise<OrderAnswers>,
): Promise<void> {
  const answers: OrderAnswers = [];
  try {
    for (let at = 0; at < orderIds.length; at += MAX_ORDERS_AT_DESK)
      answers.push(...(await send(orderIds.slice(at, at + MAX_ORDERS_AT_DESK))));
  } finally {
    const refused = answers.flatMap(({ error }) => error ?? []);
    const reasons = [...new Set(refused.map(({ message }) => message))];
    if (refused.length > 0) notify.error(texts.notDone(refused.length, reasons));
  }
}

const changedOf = (answers: OrderAnswers) =>
  answers.filter(({ modifiedCount }) => modifiedCount > 0).map(({ orderId }) => orderId);

/** Updates orders by the number of their sent units: an order is shipped once its last units are sent. */
export function markSent(
  queries: QueryClient,
  orderIds: readonly string[],
  sentOf: (order: DeskOrder) => number,
  sentAt = new Date().toISOString(),
): void {
  changeShown(queries, orderIds, (order) => {
    const sentQuantity = sentOf(order);
    if (sentQuantity < unitsToSend(order))
      return { sentQuantity, state: 'paid', pendingChange: null, shippedAt: null };
    return { sentQuantity, state: 'shipped', pendingChange: 'shipped', shippedAt: sentAt };
  });
}

function markAnswered(queries: QueryClient, answers: OrderAnswers): void {
  const sent = new Map(
    answers.flatMap((answer) =>
      answer.sent.map(({ orderId, sentQuantity }) => [orderId, sentQuantity] as const),
    ),
  );
  markSent(queries, [...sent.keys()], (order) => sent.get(order._id) ?? order.sentQuantity);
}

/** Returns how many units of an order a parcel contains. */
export const unitsIn = ({ contents }: Parcel, { _id }: DeskOrder): number =>
  contents.find(({ orderId }) => orderId === _id)?.quantity ?? 0;

/** Updates orders in the lists that show them, and refetches the pages of purchases. */
export function changeShown(
  queries: QueryClient,
  orderIds: readonly string[],
  change: (order: DeskOrder) => Partial<DeskOrder>,
): void {
  patchRows<DeskOrder>(queries, allOrdersKey, orderIds, change);
  void queries.invalidateQueries({ queryKey: purchasesKey });
}
