import { createSelection, type Selected, useSelection } from '#ui/dashboard/selection.tsx';
import type { DeskOrder } from '../desk-contract.ts';
import type { Parcel } from '../parcel-contract.ts';
import { UNDO_SHIP_MS } from '../rules.ts';

/** One shipment of whole orders or a parcel: until when it can be undone, and the press that sent it. */
export type Shipment = { press: string; until: number; orderIds: readonly string[]; parcel?: Parcel };

/** `shipped`: shipments that can still be undone, in order; `toPack`: the orders in the parcel form. */
type Shipping = { shipped: readonly Shipment[]; toPack: readonly DeskOrder[] };

/** State of the order desk: ticked rows, rows being packed, and rows just shipped. */
export const createDesk = () => createSelection<Shipping>({ shipped: [], toPack: [] });

export type Desk = ReturnType<typeof createDesk>;

/** Subscribes to a part of the desk's state. */
export const useDesk = <Part>(desk: Desk, read: (state: Selected & Shipping) => Part): Part =>
  useSelection(desk, read);

/** Records a shipment, which can be undone for ten seconds. */
export function noteShipped(desk: Desk, shipment: Omit<Shipment, 'until'>): void {
  if (shipment.orderIds.length === 0) return;
  desk.write({ shipped: [...desk.read().shipped, { ...shipment, until: Date.now() + UNDO_SHIP_MS }] });
}

/** Removes shipments that were undone or can no longer be. */
export function forgetShipped(desk: Desk, gone: (shipment: Shipment) => boolean): void {
  desk.write({ shipped: desk.read().shipped.filter((shipment) => !gone(shipment)) });
}
