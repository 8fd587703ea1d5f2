import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useSyncExternalStore } from 'react';

export type Selected = { selected: ReadonlySet<string> };

/** Creates a store of the ticked rows of a list, by id, and anything else that belongs to them. Outside
 * React's state, so that each row re-renders for its own box only: a list has up to a thousand. */
export function createSelection<More extends object>(more: More) {
  const listeners = new Set<() => void>();
  let state: Selected & More = { selected: new Set(), ...more };
  return {
    read: () => state,
    write(change: Partial<Selected> | Partial<More>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Ticks or unticks rows. */
    select(ids: readonly string[], isSelected: boolean) {
      const selected = new Set(state.selected);
      for (const id of ids) {
        if (isSelected) selected.add(id);
        else selected.delete(id);
      }
      this.write({ selected });
    },
  };
}

export type Selection<More extends object = object> = ReturnType<typeof createSelection<More>>;

/** Reads a part of the store, and subscribes to its changes. */
export function useSelection<More extends object, Part>(
  selection: Selection<More>,
  read: (state: Selected & More) => Part,
): Part {
  return useSyncExternalStore(selection.subscribe, () => read(selection.read()));
}

type Ticking = Pick<Selection, 'read' | 'subscribe' | 'select'>;

const useSelected = (selection: Ticking, id: string) =>
  useSyncExternalStore(selection.subscribe, () => selection.read().selected.has(id));

let lastTicked: string | undefined;

/** Ticks a row; with Shift, all rows from the previously ticked one to this one. */
export function SelectRow({ id, label, selection }: { id: string; label: string; selection: Ticking }) {
  const isSelected = useSelected(selection, id);
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    selection.select(isRange ? idsBetween(lastTicked, id) : [id], target.checked);
    lastTicked = id;
  }
  return (
    <label className="flex size-8 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        data-select={id}
        aria-label={label}
        checked={isSelected}
        onChange={change}
        className="size-5 accent-accent"
      />
    </label>
  );
}

/** The ids from one row to another, in screen order. */
function idsBetween(one: string | undefined, other: string): string[] {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-select]')].map(
    ({ dataset }) => dataset.select ?? '',
  );
  const places = [one ?? other, other].map((id) => ids.indexOf(id)).filter((place) => place >= 0);
  return ids.slice(Math.min(...places), Math.max(...places) + 1);
}

/** Ticks all displayed rows, of which `ticked` are ticked. `disabled` while they are loading: it may hold the
 * focus after the last row is gone. */
export function SelectAll({
  ids,
  ticked,
  label,
  selection,
  disabled,
  ref,
}: {
  ids: readonly string[];
  ticked: number;
  disabled?: boolean;
  label: string;
  selection: Ticking;
  ref: RefObject<HTMLInputElement | null>;
}) {
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = ticked > 0 && ticked < ids.length;
  }, [ref, ticked, ids.length]);
  return (
    <label className="flex min-h-8 items-center gap-2 pl-3 text-sm font-semibold">
      <input
        ref={ref}
        type="checkbox"
        disabled={disabled}
        checked={ids.length > 0 && ticked === ids.length}
        onChange={({ target }) => selection.select(ids, target.checked)}
        className="size-5 accent-accent"
      />
      {label}
    </label>
  );
}

/** The bar above a list's rows, which stays in sight: all of them are ticked there, `status` says what has
 * come of that, and `children` are what can be done. `ids` are there once the rows are. */
export function SelectionBar({
  texts,
  ids,
  status,
  children,
  ...select
}: {
  texts: { label: string; selectAll: string };
  ids: readonly string[] | undefined;
  ticked: number;
  selection: Ticking;
  status: string;
  children: ReactNode;
  ref: RefObject<HTMLInputElement | null>;
}) {
  return (
    <section
      aria-label={texts.label}
      className="sticky top-16 z-10 mb-1 flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 bg-paper py-1"
    >
      <SelectAll ids={ids ?? []} label={texts.selectAll} disabled={!ids} {...select} />
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {status}
      </p>
      {/* Beside the words: notifications would cover them at the other end. */}
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
