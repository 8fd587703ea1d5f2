import type { ChangeEvent } from 'react';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { type Desk, useDesk } from './desk.ts';

let lastTicked: string | undefined;

/** Ticks an order; with Shift, all from the one ticked before to this one. */
export function SelectOrder({ order, desk }: { order: DeskOrder; desk: Desk }) {
  const isSelected = useDesk(desk, ({ selected }) => selected.has(order._id));
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    desk.select(isRange ? idsBetween(lastTicked, order._id) : [order._id], target.checked);
    lastTicked = order._id;
  }
  return (
    <label className="flex size-8 items-center justify-center">
      <input
        type="checkbox"
        data-order={order._id}
        aria-label={texts.select(order.number)}
        checked={isSelected}
        onChange={change}
        className="size-5 accent-accent"
      />
    </label>
  );
}

/** The orders from one to another as they stand on the screen. */
function idsBetween(one: string | undefined, other: string): string[] {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-order]')].map(
    ({ dataset }) => dataset.order ?? '',
  );
  const places = [one ?? other, other].map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return ids.slice(Math.min(...places), Math.max(...places) + 1);
}
