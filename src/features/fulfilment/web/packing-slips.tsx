import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { type DeskOrder, listAllOrdersCall, MAX_ORDERS_AT_DESK } from '#features/orders/desk-contract.ts';
import { awaitsPayment, orderStateTable } from '#features/orders/order-states.ts';
import { listParcelsCall } from '#features/orders/parcel-contract.ts';
import { packingSlipTexts as texts } from '#features/orders/texts/desk.ts';
import { DeliveryMethod, OrderDetails, sharedWords } from '#features/orders/web/order-details.tsx';
import { unitsToSend } from '#features/orders/web/order-timeline.tsx';
import { useContacts } from '#features/shop-details/web/load-details.ts';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import type { ApiClient } from '#ui/client/api-client.ts';
import { useShop } from '#ui/client/load-context.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { SlipFact, SlipPaper } from '#ui/dashboard/slip-paper.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The packing slips of the orders in the address (`orders`), one per printed page and per purchase and
 * address; opens the print dialog at once. Lists orders that are not to be sent, and so have no slip. */
export default function PackingSlips() {
  return (
    <StaffOnly title={texts.title}>
      <Slips />
    </StaffOnly>
  );
}

function Slips() {
  const { api } = useSession();
  const [search] = useSearchParams();
  const ids = [...new Set(search.get('orders')?.split(',').filter(Boolean))];
  const parcelId = search.get('parcel');
  const query = useQuery({
    queryKey: ['packing-slips', ids, parcelId],
    queryFn: ({ signal }) => loadSlips(api, ids, parcelId, signal),
    enabled: ids.length > 0,
  });
  const { slips, leftOut = [] } = query.data ?? {};
  const hasSlips = slips !== undefined && slips.length > 0;
  useEffect(() => {
    if (hasSlips) window.print();
  }, [hasSlips]);
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title={texts.title}
          lead={texts.lead}
          actions={
            <div className="flex flex-wrap gap-3">
              <LinkButton to="/dashboard/manageorders" variant="secondary">
                {texts.toOrders}
              </LinkButton>
              {hasSlips && <Button onClick={() => window.print()}>{texts.print}</Button>}
            </div>
          }
        />
      </div>
      {ids.length === 0 && <EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      {query.isLoading && <Skeleton className="h-64 w-full" />}
      <QueryError of={query} />
      {leftOut.length > 0 && (
        <section aria-labelledby="left-out" className="mb-6 print:hidden">
          <h2 id="left-out" className="text-xl">
            {hasSlips ? texts.leftOut : texts.allLeftOut}
          </h2>
          <ul className="mt-2">
            {leftOut.map((why) => (
              <li key={why}>{why}</li>
            ))}
          </ul>
        </section>
      )}
      {slips?.map((slip) => (
        <Slip key={slip[0].order._id} contents={slip} />
      ))}
    </>
  );
}

type Packed = { order: DeskOrder; quantity: number };

/** What goes into one parcel. */
type Contents = [Packed, ...Packed[]];

/** Loads the contents of a parcel; without a parcel, what of the orders is still to be shipped, or else all
 * that was: one slip for each purchase and address. */
async function loadSlips(
  api: ApiClient,
  ids: string[],
  parcelId: string | null,
  signal: AbortSignal,
): Promise<{ slips: Contents[]; leftOut: string[] }> {
  const parcel = await findParcel(api, ids, parcelId, signal);
  const orders = await loadOrders(api, parcel?.contents.map(({ orderId }) => orderId) ?? ids, signal);
  if (parcel) {
    const packed = parcel.contents.flatMap(({ orderId, quantity }) => {
      const order = orders.find(({ _id }) => _id === orderId);
      return order ? { order, quantity } : [];
    });
    return { slips: asSlips([packed]), leftOut: [] };
  }
  const groups = Map.groupBy(orders, ({ purchase, number, address, phone, userName }) =>
    JSON.stringify([purchase?.number ?? number, address, phone, userName]),
  );
  const slips = [...groups.values()].map(contentsOf);
  const packed = new Set(slips.flatMap((slip) => slip.map(({ order }) => order)));
  const none = orders
    .filter((order) => !packed.has(order) && !(isSale(order) && order.sentQuantity > 0))
    .map(({ state, number }) => (awaitsPayment(state) ? texts.unpaid(number) : texts.nothing(number)));
  return {
    slips: asSlips(slips),
    leftOut: [...none, ...(orders.length < ids.length ? [texts.deleted] : [])],
  };
}

const asSlips = (slips: Packed[][]) => slips.filter((slip): slip is Contents => slip.length > 0);

async function findParcel(api: ApiClient, [id]: string[], parcelId: string | null, signal: AbortSignal) {
  if (id === undefined || parcelId === null) return undefined;
  const parcels = await api.call(listParcelsCall, { params: { id }, signal });
  return parcels.find(({ _id }) => _id === parcelId);
}

/** Loads orders in the order of their ids; deleted ones are left out. */
async function loadOrders(api: ApiClient, ids: string[], signal: AbortSignal): Promise<DeskOrder[]> {
  const orders = new Map<string, DeskOrder>();
  for (let at = 0; at < ids.length; at += MAX_ORDERS_AT_DESK) {
    const query = { ids: ids.slice(at, at + MAX_ORDERS_AT_DESK).join(), limit: MAX_ORDERS_AT_DESK };
    for (const order of (await api.list(listAllOrdersCall, { query, signal })).rows)
      orders.set(order._id, order);
  }
  return ids.flatMap((id) => orders.get(id) ?? []);
}

const isSale = ({ state }: DeskOrder) => orderStateTable[state].isSale;

/** What of a purchase goes to an address now: all that is still to be shipped, or else all that was. */
function contentsOf(orders: DeskOrder[]): Packed[] {
  const sold = orders.filter(isSale);
  const left = sold.map((order) => ({ order, quantity: unitsToSend(order) - order.sentQuantity }));
  const toSend = left.filter(({ quantity }) => quantity > 0);
  if (toSend.length > 0) return toSend;
  return sold
    .map((order) => ({ order, quantity: order.sentQuantity }))
    .filter(({ quantity }) => quantity > 0);
}

/** A packing slip: recipient, address and contents. No prices: it may be a present. */
function Slip({ contents }: { contents: Contents }) {
  const [{ order }] = contents;
  const orders = contents.map((part) => part.order);
  const numbers = [...new Set(orders.map(({ purchase, number }) => purchase?.number ?? number))].join(', ');
  const purchaseOrder = sharedWords(orders, 'purchaseOrderNumber');
  const buyerNote = sharedWords(orders, 'buyerNote');
  const shop = useShop();
  const times = useTimes();
  const contacts = useContacts();
  return (
    <SlipPaper
      label={texts.slipOf(numbers)}
      title={numbers}
      className="mb-6 break-inside-avoid not-last:break-after-page print:mb-0"
      facts={
        <>
          <SlipFact name={texts.shipTo} className="text-lg wrap-anywhere">
            <strong className="block font-semibold">{order.userName}</strong>
            <span className="whitespace-pre-line">{order.address}</span>
            <span className="block tabular-nums">{order.phone}</span>
            <DeliveryMethod order={order} className="mt-2" />
          </SlipFact>
          <SlipFact name={texts.from}>
            {shop.name}
            <span className="block text-balance">{contacts?.address}</span>
            {shop.phone}
          </SlipFact>
          <SlipFact name={texts.ordered} className="tabular-nums">
            {times.moment(order.placedAt)}
          </SlipFact>
          {purchaseOrder && (
            <SlipFact name={texts.purchaseOrder} className="wrap-anywhere">
              {purchaseOrder}
            </SlipFact>
          )}
          {buyerNote && (
            <SlipFact isWide name={texts.buyerNote} className="whitespace-pre-line wrap-anywhere">
              {buyerNote}
            </SlipFact>
          )}
        </>
      }
      heads={texts}
      contents={contents.map(({ order: each, quantity }) => ({
        key: each._id,
        quantity,
        what: (
          <>
            <SavedText text={each.toolName} />
            {orders.length > 1 && (
              <span className="block text-sm text-ink-soft tabular-nums">{each.number}</span>
            )}
            <OrderDetails order={each} orders={orders} />
          </>
        ),
      }))}
    />
  );
}
