import { createSelection, type Selected, useSelection } from '#ui/dashboard/selection.tsx';
import type { DeskOrder } from '../desk-contract.ts';
import type { Parcel } from '../parcel-contract.ts';
import { UNDO_SHIP_MS } from '../rules.ts';

/** What left at once: whole orders or a parcel, until when that can be undone, and by which press. */
export type Shipment = { press: string; until: number; orderIds: readonly string[]; parcel?: Parcel };

/** `shipped`: what can still be undone, in the order in which it left; `toPack`: the orders that
 * the form of a parcel is open for. */
type Shipping = { shipped: readonly Shipment[]; toPack: readonly DeskOrder[] };

/** What the orders desk remembers of its rows: which are ticked, which are being packed,
 * and which were shipped just now. */
export const createDesk = () => createSelection<Shipping>({ shipped: [], toPack: [] });

export type Desk = ReturnType<typeof createDesk>;

/** Reads a part of the desk, and again whenever that changes. */
export const useDesk = <Part>(desk: Desk, read: (state: Selected & Shipping) => Part): Part =>
  useSelection(desk, read);

/** Notes that something has just left, which can be undone for ten seconds. */
export function noteShipped(desk: Desk, shipment: Omit<Shipment, 'until'>): void {
  if (shipment.orderIds.length === 0) return;
  desk.write({ shipped: [...desk.read().shipped, { ...shipment, until: Date.now() + UNDO_SHIP_MS }] });
}

/** Forgets what was undone, or can no longer be. */
export function forgetShipped(desk: Desk, gone: (shipment: Shipment) => boolean): void {
  desk.write({ shipped: desk.read().shipped.filter((shipment) => !gone(shipment)) });
}
