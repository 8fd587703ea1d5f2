import { useSyncExternalStore } from 'react';

/** What the orders desk remembers of its rows: which are ticked, and which were shipped a moment ago. */
type DeskState = { selected: ReadonlySet<string>; shipped: readonly string[] };

/** Kept outside of React's state: each row hears of its own box alone, as a list has a thousand of them. */
export function createDesk() {
  const listeners = new Set<() => void>();
  let state: DeskState = { selected: new Set(), shipped: [] };
  return {
    read: () => state,
    write(change: Partial<DeskState>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Ticks orders, or takes their ticks away. */
    select(orderIds: readonly string[], isSelected: boolean) {
      const selected = new Set(state.selected);
      for (const id of orderIds) {
        if (isSelected) selected.add(id);
        else selected.delete(id);
      }
      this.write({ selected });
    },
  };
}

export type Desk = ReturnType<typeof createDesk>;

/** Reads a part of the desk, and again whenever that changes. */
export function useDesk<Part>(desk: Desk, read: (state: DeskState) => Part): Part {
  return useSyncExternalStore(desk.subscribe, () => read(desk.read()));
}
