import type { ReactNode } from 'react';

/** What stands where a list has no rows: what that means, and (children) what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-md border border-dashed border-line-strong px-6 py-12 text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mx-auto mt-3 max-w-prose text-ink-soft">{children}</div>}
    </div>
  );
}
