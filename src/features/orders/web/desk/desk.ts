import type { DeskOrder } from '#features/orders/desk-contract.ts';
import type { Parcel } from '#features/orders/parcels/contract.ts';
import { createSelection, type Selected, useSelection } from '#web/dashboard/selection.tsx';

/** `toPack`: the orders that the form of a parcel is open for; `parcel`: the one that was sent with it a moment ago. */
type Shipping = {
  shipped: readonly string[];
  toPack: readonly DeskOrder[];
  parcel: Parcel | undefined;
};

/** What the orders desk remembers of its rows: which are ticked, which are being packed, and which were shipped just now. */
export const createDesk = () => createSelection<Shipping>({ shipped: [], toPack: [], parcel: undefined });

export type Desk = ReturnType<typeof createDesk>;

/** Reads a part of the desk, and again whenever that changes. */
export const useDesk = <Part>(desk: Desk, read: (state: Selected & Shipping) => Part): Part =>
  useSelection(desk, read);
