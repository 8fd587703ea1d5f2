import type { ReactNode } from 'react';

/** A narrow card for one account form. `below` stands under the card: the ways to the other account pages. */
export function AccountFrame({
  title,
  lead,
  below,
  children,
}: {
  title: string;
  lead?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page py-10 sm:py-16">
      <div className="mx-auto max-w-[420px]">
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
        <div className="mt-6 rounded-md border border-line bg-surface p-5 sm:p-6">{children}</div>
        {below && <div className="mt-5 space-y-2 text-sm">{below}</div>}
      </div>
    </div>
  );
}
