import type { ReactNode } from 'react';

/** Shows a row of a list, or a part of it. `index` is the row's place. */
export type RowCell<Row> = (row: Row, index: number) => ReactNode;

/** A column of a `DataTable`. */
export type Column<Row> = {
  key: string;
  header: string;
  cell: RowCell<Row>;
  /**
   * The least width that it reads well in, padding included, in pixels: buttons, figures and the longest word of its head
   * fit in. What room is left over is shared out in proportion.
   */
  width: number;
  /** `end` for figures: right-aligned and tabular. */
  align?: 'start' | 'end';
  /** The sorts that pressing the head asks for in turn: rising, and where there is one, falling. */
  sorts?: readonly [rising: string, falling?: string];
};
