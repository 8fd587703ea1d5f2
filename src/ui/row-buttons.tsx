import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The rows with the one at `from` put at `to`. */
export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1));
}

/** Which of a row's two buttons has the focus after it moved: the one that was pressed, or the other
 * where that can move it no further. */
export function wayAfterMove(from: number, to: number, count: number): 'up' | 'down' {
  const isAtEnd = to === 0 || to === count - 1;
  return to < from === isAtEnd ? 'down' : 'up';
}

type RowButtonProps = {
  id?: string;
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
};

/** A small button of a row that is an icon alone. */
export function RowButton({ label, icon, ...button }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken disabled:text-ink-soft disabled:hover:bg-transparent"
      {...button}
    >
      {icon}
    </button>
  );
}

type MoveButtonsProps = {
  /** The buttons' own ids are this with `-up` and `-down` behind it. */
  id: string;
  up: string;
  down: string;
  /** Where the row is among so many. */
  place: number;
  count: number;
  onMove: (to: number) => void;
};

/** Puts a row one place further up or down. */
export function MoveButtons({ id, up, down, place, count, onMove }: MoveButtonsProps) {
  return (
    <>
      <RowButton
        id={`${id}-up`}
        label={up}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
        icon={<Icon name="chevron-down" className="size-4 rotate-180" />}
      />
      <RowButton
        id={`${id}-down`}
        label={down}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
        icon={<Icon name="chevron-down" className="size-4" />}
      />
    </>
  );
}
