import { type ReactNode, useId } from 'react';
import { overviewTexts } from '#features/overview/texts.ts';
import { classNames } from '#ui/class-names.ts';

type PanelProps = {
  title: string;
  summary?: ReactNode;
  /** Anchor for links. */
  id?: string;
  /** Content to show if there is no data. */
  empty?: ReactNode;
  children: ReactNode;
};

/** A section of the overview with a heading, a one-sentence summary, and the data. */
export function Panel({ title, summary, id, empty, children }: PanelProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="min-w-0 rounded-md border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id={headingId} className="text-xl">
        {title}
      </h2>
      {summary && !empty && <p className="mt-1 max-w-prose text-ink-soft">{summary}</p>}
      <div className="mt-4">{empty || children}</div>
    </section>
  );
}

type FigureTableProps = {
  /** The table's caption for screen readers. */
  caption: string;
  /** Column headers. All columns except the first are numeric. */
  heads: string[];
  rows: { key: string; cells: ReactNode[] }[];
};

/** A small table: the subject on the left, its figures on the right. */
export function FigureTable({ caption, heads, rows }: FigureTableProps) {
  const figureCell = 'py-2 pl-2 text-right @xs:pl-4';
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
                className={classNames(
                  'label-caps align-bottom text-ink-soft',
                  column === 0 ? 'py-2 text-left' : figureCell,
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [subject, ...figures] }) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="font-medium wrap-anywhere py-2 text-left">
                {subject}
              </th>
              {figures.map((figure, column) => (
                <td
                  key={heads[column + 1]}
                  className={classNames('whitespace-nowrap tabular-nums', figureCell)}
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

/** The table version of a chart, for screen readers and other readers. */
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
