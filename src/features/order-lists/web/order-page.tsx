import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { NewStaffNote } from '#contracts/staff-note.ts';
import { DelayFacts } from '#features/delays/web/delay-facts.tsx';
import { DelayButton } from '#features/delays/web/send-delay.tsx';
import { DeskParcelList } from '#features/fulfilment/web/desk-parcels.tsx';
import { ParcelButton, ShipAllButton, ShipButton } from '#features/fulfilment/web/ship-button.tsx';
import { changeShown, purchasesKey } from '#features/fulfilment/web/use-shipping.ts';
import { addOrderNoteCall, type DeskOrder } from '#features/orders/desk-contract.ts';
import { canMoveOrder, orderStateTable } from '#features/orders/order-states.ts';
import { deskParcelTexts } from '#features/orders/texts/desk.ts';
import { purchaseTexts, purchasePageTexts as texts } from '#features/orders/texts/purchase.ts';
import { createDesk, type Desk } from '#features/orders/web/desk.ts';
import { OrderDetails, RefundFacts } from '#features/orders/web/order-details.tsx';
import { OrderBadge, OrderPicture } from '#features/orders/web/order-list.tsx';
import { isPartlySent, partSent } from '#features/orders/web/order-timeline.tsx';
import { PurchaseBadge } from '#features/orders/web/purchase-badge.tsx';
import { CancelPurchase } from '#features/refunds/web/cancel-orders.tsx';
import { RefundButton } from '#features/refunds/web/refund-button.tsx';
import { RefundList, RefundOrder } from '#features/refunds/web/refund-order.tsx';
import { returnTexts } from '#features/returns/screen-texts.ts';
import { PurchaseReturns } from '#features/returns/web/purchase-returns.tsx';
import { ReturnButton } from '#features/returns/web/return-button.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { StaffNoteForm, StaffNoteList } from '#features/users/web/staff-notes.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { staffNotesTexts } from '#ui/dashboard/texts.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { getPurchaseCall, type Purchase } from '../contract.ts';
import { ShipDialog } from './all-orders.tsx';
import { ShippedBar } from './desk-bar.tsx';
import { mergeEvents } from './format-audit-event.ts';
import { EventItem } from './order-history.tsx';
import { Buyer, isByHand, Part, Payment, PurchaseSum, ShipTo } from './order-page-parts.tsx';

export const meta = (page: PageArgs & { params: { number?: string } }) =>
  pageMeta(page, purchaseTexts.title(page.params.number ?? ''), purchaseTexts.description);

/** The page of a purchase, for staff; reached by the number of any of its orders. */
export default function OrderPage() {
  const { number = '' } = useParams();
  return (
    <StaffOnly title={purchaseTexts.title(number)}>
      <LoadedPurchase key={number} number={number} />
    </StaffOnly>
  );
}

function LoadedPurchase({ number }: { number: string }) {
  const purchase = useCall([...purchasesKey, number], getPurchaseCall, { params: { number } });
  return (
    <>
      {!purchase.data && <PageHead title={purchaseTexts.title(number)} />}
      <QueryError of={purchase} />
      {purchase.isPending && <Skeleton className="h-96 w-full" />}
      {purchase.data && <PurchaseView purchase={purchase.data} />}
    </>
  );
}

function PurchaseView({ purchase }: { purchase: Purchase }) {
  const { orders, parcels, refunds, events } = purchase;
  const [desk] = useState(createDesk);
  const [refunding, setRefunding] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Head purchase={purchase} desk={desk} headingRef={heading} />
      <ShippedBar desk={desk} onLast={() => heading.current?.focus()} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
        <div className="grid min-w-0 gap-6 max-xl:contents xl:col-span-2">
          <Part id="items" title={texts.items}>
            <ul className="divide-y divide-line">
              {orders.map((order) => (
                <Item
                  key={order._id}
                  order={order}
                  orders={orders}
                  desk={desk}
                  onRefund={() => setRefunding(order._id)}
                />
              ))}
            </ul>
            <PurchaseSum purchase={purchase} />
          </Part>
          {parcels.length > 0 && (
            <Part id="parcels" title={deskParcelTexts.heading}>
              <DeskParcelList parcels={parcels} shownIn={[purchasesKey]} />
            </Part>
          )}
          {refunds.length > 0 && (
            <Part id="refunds" title={texts.refunds}>
              <RefundList
                refunds={refunds}
                isByHand={isByHand(purchase)}
                numberOf={
                  orders.length > 1
                    ? (orderId) => orders.find(({ _id }) => _id === orderId)?.number
                    : undefined
                }
              />
            </Part>
          )}
          <PurchaseReturns number={purchase.number}>
            {(list) => (
              <Part id="returns" title={returnTexts.inOrder}>
                {list}
              </Part>
            )}
          </PurchaseReturns>
          {/* After the buyer and the payment where these are not beside it. */}
          <Part id="history" title={texts.history} className="max-xl:order-last">
            <ol className="space-y-4 border-l-2 border-line pl-4">
              {mergeEvents(events).map(({ event, numbers }) => (
                <EventItem
                  key={event._id}
                  event={event}
                  about={orders.length > 1 ? aboutOf(numbers, orders) : undefined}
                />
              ))}
            </ol>
          </Part>
        </div>
        <div className="grid min-w-0 gap-6 sm:grid-cols-2 xl:grid-cols-1">
          <Buyer purchase={purchase} />
          <ShipTo purchase={purchase} />
          <Payment purchase={purchase} />
          <Notes purchase={purchase} />
        </div>
      </div>
      <RefundOrder
        order={orders.find(({ _id }) => _id === refunding)}
        onClose={() => setRefunding(undefined)}
      />
      <ShipDialog desk={desk} />
    </>
  );
}

/** Says which orders of a purchase an event is about: how many, if it is all of them. */
const aboutOf = (numbers: string[], { length }: readonly DeskOrder[]) =>
  numbers.length === length ? purchaseTexts.items(length) : texts.of(numbers.join(', '));

type HeadProps = { purchase: Purchase; desk: Desk; headingRef: RefObject<HTMLHeadingElement | null> };

/** The number, state and time of a purchase, and what can be done with all of it. */
function Head({ purchase: { number, orders }, desk, headingRef }: HeadProps) {
  const [first] = orders;
  const toShip = orders.filter(({ state }) => canMoveOrder(state, 'shipped'));
  const hasSlip = orders.some(({ state }) => orderStateTable[state].isSale);
  return (
    <PageHead
      title={purchaseTexts.title(number)}
      headingRef={headingRef}
      lead={
        first && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {first.purchase ? (
              <PurchaseBadge purchase={first.purchase} reader="staff" />
            ) : (
              <OrderBadge order={first} reader="staff" />
            )}
            <span>
              {texts.placed} <Moment at={first.placedAt} />
            </span>
          </span>
        )
      }
      actions={
        <div data-purchase tabIndex={-1} className="flex flex-wrap gap-3">
          <ShipAllButton orders={orders} number={number} desk={desk} />
          {toShip.length > 0 && (
            <Button variant="secondary" onClick={() => desk.write({ toPack: toShip })}>
              {texts.parcel}
            </Button>
          )}
          {hasSlip && (
            <LinkButton
              to={`/dashboard/packing-slips?orders=${orders.map(({ _id }) => _id).join(',')}`}
              target="_blank"
              variant="secondary"
            >
              {texts.slip}
            </LinkButton>
          )}
          <CancelPurchase orders={orders} reader="staff" />
          <LinkButton to="/dashboard/manageorders" variant="secondary">
            {texts.toOrders}
          </LinkButton>
        </div>
      }
    />
  );
}

type ItemProps = { order: DeskOrder; orders: readonly DeskOrder[]; desk: Desk; onRefund: () => void };

/** One order of a purchase: what was ordered, its state, and what can be done with it. */
function Item({ order, orders, desk, onRefund }: ItemProps) {
  const isOneOfMany = orders.length > 1;
  return (
    <li data-row tabIndex={-1} aria-label={order.number} className="flex gap-3 py-3 first:pt-0">
      <OrderPicture order={order} className="w-14 self-start" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
            <SavedText text={order.toolName} />
          </p>
          <p className="text-right tabular-nums">
            <span className="whitespace-nowrap text-ink-soft">
              {formatCount(order.minQuantity)} × <Price amount={order.unitPrice} />
            </span>{' '}
            <Price amount={order.price} className="ml-3 font-semibold" />
          </p>
        </div>
        <p className="text-sm text-ink-soft tabular-nums">{order.number}</p>
        <OrderDetails order={order} orders={orders} />
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {isOneOfMany && canMoveOrder(order.state, 'shipped') ? (
            <>
              <ShipButton order={order} desk={desk} size="sm" />
              <ParcelButton order={order} desk={desk} size="sm" isIcon className="px-2" />
            </>
          ) : (
            <OrderBadge order={order} reader="staff" />
          )}
          {order.paid && <RefundButton size="sm" order={order} onOpen={onRefund} />}
          <ReturnButton size="sm" order={order} />
          {isPartlySent(order) && <span className="text-sm">{partSent(order)}</span>}
          <RefundFacts order={order} />
          <DelayFacts order={order} always />
          <DelayButton orders={[order]} />
        </div>
      </div>
    </li>
  );
}

/** Staff's notes on all orders of a purchase; a new one is added to the first. */
function Notes({ purchase: { orders, notes } }: { purchase: Purchase }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const orderId = orders[0]?._id ?? '';
  async function add(body: NewStaffNote) {
    await api.call(addOrderNoteCall, { params: { id: orderId }, body });
    changeShown(queries, [orderId], ({ noteCount }) => ({ noteCount: noteCount + 1 }));
    await queries.invalidateQueries({ queryKey: purchasesKey });
  }
  return (
    <Part id="notes" title={staffNotesTexts.heading}>
      <StaffNoteList
        notes={notes}
        className="max-h-96 overflow-y-auto"
        aboutOf={orders.length > 1 ? ({ orderNumber }) => orderNumber : undefined}
      />
      <StaffNoteForm add={add} />
    </Part>
  );
}
