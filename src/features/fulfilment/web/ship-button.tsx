import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useRef, useState } from 'react';
import { shipOrderCall } from '#features/orders/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { canMoveOrder, orderStateTable } from '#features/orders/order-states.ts';
import { orderDeskTexts as deskTexts } from '#features/orders/texts/desk.ts';
import { manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { purchasePageTexts as pageTexts } from '#features/orders/texts/purchase.ts';
import { type Desk, noteShipped } from '#features/orders/web/desk.ts';
import { unitsToSend } from '#features/orders/web/order-timeline.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { Icon } from '#ui/icon.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import { isHeld, isRefusedAsDisputed, ShipDisputed } from './dispute-facts.tsx';
import { allOrdersKey, markSent, purchasesKey, useShipping } from './use-shipping.ts';

type ShipButtonProps = { order: DeskOrder; desk: Desk; size?: 'sm'; className?: string };

/** An order's state for staff. `Pending` ships the rest of a paid order; other states are disabled. */
export function ShipButton({ order, desk, ...look }: ShipButtonProps) {
  if (canMoveOrder(order.state, 'shipped')) return <PendingButton order={order} desk={desk} {...look} />;
  const { icon, words } = orderStateTable[order.state];
  return (
    <Button {...look} variant="secondary" disabled icon={icon && <Icon name={icon} className="size-4" />}>
      {words.staff}
    </Button>
  );
}

/** Opens the parcel form with an order that can be shipped. `isIcon`: in
 * place of a label, for lack of room. */
export function ParcelButton({ order, desk, isIcon, ...look }: ShipButtonProps & { isIcon?: boolean }) {
  if (!canMoveOrder(order.state, 'shipped')) return null;
  const label = deskTexts.parcelOf(order.number);
  return (
    <Button
      {...look}
      variant="secondary"
      aria-label={label}
      title={label}
      icon={isIcon && <Icon name="box" className="size-4" />}
      onClick={() => desk.write({ toPack: [order] })}
    >
      {!isIcon && deskTexts.parcel}
    </Button>
  );
}

/** Ships all that is left of a purchase in one press, as one parcel for each address. It stands in an element
 * with `data-purchase`, which takes the focus. */
export function ShipAllButton({
  orders,
  number,
  desk,
  ...look
}: Omit<ShipButtonProps, 'order'> & { orders: readonly DeskOrder[]; number: string }) {
  const { ship } = useShipping(desk);
  const [isAsking, setAsking] = useState(false);
  const toShip = orders.filter(({ state }) => canMoveOrder(state, 'shipped'));
  const button = useRef<HTMLButtonElement>(null);
  function send(despiteDispute: boolean) {
    // The button disappears once everything has shipped, so the focus moves first.
    button.current?.closest<HTMLElement>('[data-purchase]')?.focus();
    ship.mutate({ orderIds: toShip.map(({ _id }) => _id), despiteDispute });
  }
  if (toShip.length === 0) return null;
  return (
    <>
      <Button
        {...look}
        ref={button}
        busy={ship.isPending}
        aria-label={pageTexts.shipOf(number, toShip.length)}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => isFirstPress(event) && (toShip.some(isHeld) ? setAsking(true) : send(false))}
      >
        {pageTexts.ship(toShip.length)}
      </Button>
      {isAsking && (
        <ShipDisputed
          orders={toShip}
          onClose={() => setAsking(false)}
          onShip={() => {
            setAsking(false);
            send(true);
          }}
        />
      )}
    </>
  );
}

function PendingButton({ order, desk, ...look }: ShipButtonProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const shipping = useAction({
    call: ({ despiteDispute }: { despiteDispute: boolean }) =>
      api.call(shipOrderCall, {
        params: { id: order._id },
        body: despiteDispute ? { despiteDispute } : undefined,
      }),
    onDone: ({ modifiedCount }) => {
      if (modifiedCount > 0) notify.success(texts.delivered);
      else notify.error(texts.shippedBefore);
      focusNext(button.current);
      // Recorded first, so that it can be undone as soon as it appears as shipped.
      if (modifiedCount > 0) noteShipped(desk, { press: newKey(), orderIds: [order._id] });
      markSent(queries, [order._id], unitsToSend);
    },
    onRefused: (error) => {
      if (isRefusedAsDisputed(error)) setAsking(true);
      else notify.error(errorMessage(error));
      for (const queryKey of [allOrdersKey, purchasesKey]) void queries.invalidateQueries({ queryKey });
    },
  });
  const { press, words } = orderStateTable[order.state];
  const ship = () => (isHeld(order) ? setAsking(true) : shipping.mutate({ despiteDispute: false }));
  return (
    <>
      <Button
        {...look}
        ref={button}
        data-ship
        busy={shipping.isPending}
        aria-label={press?.(order.toolName, order.userName)}
        // A held key would ship one order after another.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => isFirstPress(event) && ship()}
      >
        {words.staff}
      </Button>
      {isAsking && (
        <ShipDisputed
          orders={[order]}
          onClose={() => setAsking(false)}
          onShip={() => {
            setAsking(false);
            shipping.mutate({ despiteDispute: true });
          }}
        />
      )}
    </>
  );
}

/** The second click of a double click would hit the next order. */
const isFirstPress = ({ detail }: MouseEvent) => detail <= 1;

/** Moves the focus to the next order to ship, if it is still on the one just shipped. */
function focusNext(shipped: HTMLButtonElement | null): void {
  if (!shipped || document.activeElement !== shipped) return;
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-ship]')];
  const next = waiting[waiting.indexOf(shipped) + 1] ?? shipped.closest<HTMLElement>('[data-row]');
  next?.focus();
}
