import { createSelection, type Selected, useSelection } from '#web/dashboard/selection.tsx';

type Shipped = { shipped: readonly string[] };

/** What the orders desk remembers of its rows: which are ticked, and which were shipped a moment ago. */
export const createDesk = () => createSelection<Shipped>({ shipped: [] });

export type Desk = ReturnType<typeof createDesk>;

/** Reads a part of the desk, and again whenever that changes. */
export const useDesk = <Part>(desk: Desk, read: (state: Selected & Shipped) => Part): Part =>
  useSelection(desk, read);
