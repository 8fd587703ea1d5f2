import type { ReactNode } from 'react';
import { overviewTexts } from '#features/overview/texts.ts';
import { classNames } from '#web/ui/class-names.ts';

type FigureTableProps = {
  /** What the table lists, for screen readers. */
  caption: string;
  /** The heads of the columns. All but the first have figures. */
  heads: string[];
  rows: { key: string; cells: ReactNode[] }[];
};

/** A small table: what it is about at the left, its figures at the right. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  return (
    <div className="@container">
      <table className="w-full border-collapse text-xs @xs:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line">
            {heads.map((head, column) => (
              <th
                key={head}
                scope="col"
                className={classNames('label-caps align-bottom text-ink-soft', cell(column))}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [subject, ...figures] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className={classNames('font-medium wrap-anywhere', cell(0))}>
                {subject}
              </th>
              {figures.map((figure, column) => (
                <td
                  key={heads[column + 1]}
                  className={classNames('whitespace-nowrap tabular-nums', cell(column + 1))}
                >
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = (column: number) => (column === 0 ? 'py-2 text-left' : 'py-2 pl-2 text-right @xs:pl-4');

/** A chart's twin, for those who read rather than look. */
export function TableTwin(table: FigureTableProps) {
  return (
    <details className="mt-4">
      <summary className="text-link inline-flex min-h-6 items-center text-sm">
        {overviewTexts.showAsTable}
      </summary>
      <div className="mt-2">
        <FigureTable {...table} />
      </div>
    </details>
  );
}
