import type { ReactNode, Ref } from 'react';

/** The head of a dashboard page: its title, a lead, and actions at the right. `headingRef` lets it take the focus. */
export function PageHead({
  title,
  lead,
  actions,
  headingRef,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-2xl sm:text-3xl">
          {title}
        </h1>
        {lead && <p className="mt-2 max-w-prose text-ink-soft">{lead}</p>}
      </div>
      {actions}
    </div>
  );
}
