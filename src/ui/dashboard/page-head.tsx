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
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-2xl max-[22rem]:text-xl">
          {title}
        </h1>
        {lead && <p className="mt-1 max-w-prose text-ink-soft">{lead}</p>}
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
