import type { Key, ReactNode } from 'react';
import { formatCount } from '#texts/locale.ts';
import { classNames } from '../class-names.ts';
import { Wordmark } from '../wordmark.tsx';

type SlipPaperProps = {
  label: string;
  title: string;
  /** Between the title and the facts. */
  children?: ReactNode;
  /** `SlipFact`s. */
  facts: ReactNode;
  heads: { quantity: string; tool: string };
  contents: readonly { key: Key; quantity: number; what: ReactNode }[];
  className?: string;
};

/** A slip for a package, on paper: its number, what it is about, and what is in it. */
export function SlipPaper({ label, title, children, facts, heads, contents, className }: SlipPaperProps) {
  return (
    <article
      aria-label={label}
      className={classNames(
        'max-w-prose rounded-md border border-line bg-surface p-4 print:max-w-none print:rounded-none print:border-0 print:p-0 sm:p-6',
        className,
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <Wordmark />
        <h2 className="text-xl tabular-nums">{title}</h2>
      </div>
      {children}
      <dl className="mt-6 grid gap-6 sm:grid-cols-2 print:grid-cols-2">{facts}</dl>
      <table className="mt-6 w-full border-t border-line-strong">
        <thead className="text-ink-soft">
          <tr>
            <th scope="col" className="label-caps w-20 pt-3 text-right sm:w-24">
              {heads.quantity}
            </th>
            <th scope="col" className="label-caps pt-3 pl-4 text-left sm:pl-6">
              {heads.tool}
            </th>
          </tr>
        </thead>
        <tbody>
          {contents.map(({ key, quantity, what }) => (
            <tr key={key} className="align-baseline text-lg">
              <td className="py-2 text-right font-semibold tabular-nums">{formatCount(quantity)}</td>
              <td className="py-2 pl-4 wrap-anywhere sm:pl-6">{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

type SlipFactProps = { name: string; isWide?: boolean; className?: string; children: ReactNode };

/** One of the facts of a slip. */
export function SlipFact({ name, isWide = false, className, children }: SlipFactProps) {
  return (
    <div className={isWide ? 'sm:col-span-2 print:col-span-2' : undefined}>
      <dt className="label-caps text-ink-soft">{name}</dt>
      <dd className={classNames('mt-1', className)}>{children}</dd>
    </div>
  );
}
