import { type DragEvent, useState } from 'react';
import { moveTexts as texts } from './texts.ts';

/** A row that is dragged among those with the same parent, if rows have parents. */
type DraggedRow = { _id: string; parent?: string | null };

/** A gap among the siblings with this parent: before the one at `place`, or after the last. */
type Gap = { parent: string | null; place: number };

/** Drags a row among its siblings by the browser's own drag and drop, which scrolls, and ends on Escape. */
export function useRowDrag<Row extends DraggedRow>(move: (siblings: Row[], row: Row, to: number) => void) {
  const [dragged, setDragged] = useState<Row>();
  const [gap, setGap] = useState<Gap>();
  const end = () => {
    setDragged(undefined);
    setGap(undefined);
  };

  return {
    dragged,
    gap,
    /** The props of what the row is dragged by. */
    grip: (row: Row) => ({
      onDragStart(event: DragEvent) {
        const shown = event.currentTarget.closest('[data-row]');
        if (shown) event.dataTransfer.setDragImage(shown, 16, shown.clientHeight / 2);
        event.dataTransfer.effectAllowed = 'move';
        setDragged(row);
      },
      onDragEnd: end,
    }),
    /** The props of an element that shows a row and those under it. */
    target: (siblings: Row[], place: number) => {
      const parent = siblings[place]?.parent ?? null;
      if (!dragged || (dragged.parent ?? null) !== parent) return {};
      return {
        onDragOver(event: DragEvent) {
          event.preventDefault();
          const { top, height } = event.currentTarget.getBoundingClientRect();
          const next = place + (event.clientY > top + height / 2 ? 1 : 0);
          if (gap?.place !== next) setGap({ parent, place: next });
        },
        onDrop(event: DragEvent) {
          event.preventDefault();
          end();
          const from = siblings.findIndex(({ _id }) => _id === dragged._id);
          const row = siblings[from];
          if (!row || !gap) return;
          const to = gap.place > from ? gap.place - 1 : gap.place;
          if (to !== from) move(siblings, row, to);
        },
      };
    },
  };
}

/** The line where a dragged row would go: above the row at `place`, or below the last. */
export function DropLine({
  gap,
  siblings,
  place,
}: {
  gap: Gap | undefined;
  siblings: readonly DraggedRow[];
  place: number;
}) {
  const isHere = gap && gap.parent === (siblings[place]?.parent ?? null);
  const isLast = place === siblings.length - 1;
  if (!isHere || !(gap.place === place || (isLast && gap.place > place))) return null;
  const edge = gap.place === place ? '-top-0.5' : '-bottom-0.5';
  return <span data-drop-line className={`absolute inset-x-0 border-t-3 border-accent ${edge}`} />;
}

/** What a pointer drags a row by; without one, its menu moves it. */
export function Grip(drag: ReturnType<ReturnType<typeof useRowDrag>['grip']>) {
  return (
    <span
      draggable
      title={texts.drag}
      className="-mr-1 flex h-11 w-6 shrink-0 cursor-grab items-center justify-center rounded-md text-ink-soft hover:bg-sunken max-sm:hidden pointer-coarse:hidden"
      {...drag}
    >
      <svg viewBox="0 0 10 16" fill="currentColor" aria-hidden="true" className="h-4">
        <path d="M1 1h3v3H1zm5 0h3v3H6zM1 6.500h3v3H1zm5 0h3v3H6zM1 12h3v3H1zm5 0h3v3H6z" />
      </svg>
    </span>
  );
}
