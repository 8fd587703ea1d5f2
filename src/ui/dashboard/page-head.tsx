import type { ReactNode, Ref } from 'react';
import { LinkButton } from '../button.tsx';

/** The head of a dashboard page: its title, a lead, and on the right a link to the related page, or actions.
 * `headingRef` lets it take the focus. */
export function PageHead({
  title,
  lead,
  link,
  actions,
  headingRef,
}: {
  title: string;
  lead?: ReactNode;
  link?: { to: string; words: string };
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
      {link && (
        <LinkButton to={link.to} variant="secondary">
          {link.words}
        </LinkButton>
      )}
      {actions}
    </div>
  );
}
