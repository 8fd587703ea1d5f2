import { type ReactNode, useId } from 'react';

/** A part of the overview under a heading of its own: what it says in a sentence, and then what shows it. */
export function Panel({
  title,
  summary,
  id,
  children,
}: {
  title: string;
  summary?: ReactNode;
  /** Where a link may lead to. */
  id?: string;
  children: ReactNode;
}) {
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
      {summary && <p className="mt-1 max-w-prose text-ink-soft">{summary}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
