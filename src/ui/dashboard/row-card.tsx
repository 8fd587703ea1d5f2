import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A row of a list where there is no room for a table. */
export function RowCard({
  picture,
  title,
  lead,
  badge,
  actions,
  children,
}: {
  picture?: ReactNode;
  title: ReactNode;
  lead?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <article className="flex h-full flex-col gap-3 rounded-md border border-line bg-surface p-4">
      <div className="flex items-start gap-3">
        {picture}
        <div className="min-w-0 flex-1">
          {/* The badge goes below a name that it would leave too little room. */}
          <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
            <h2 className="min-w-0 flex-1 basis-32 text-base font-semibold tracking-normal font-stretch-normal">
              {title}
            </h2>
            {badge}
          </div>
          {lead && <div className="mt-1 text-sm text-ink-soft tabular-nums">{lead}</div>}
        </div>
      </div>
      {children}
      {actions && <div className="mt-auto flex flex-wrap gap-2 pt-1">{actions}</div>}
    </article>
  );
}

/** An email address that breaks behind its @ and its dots; within a part only where the part alone is too long for its place. */
export function EmailText({ email }: { email: string }) {
  return (
    <span data-email="" className="as-underlined">
      {[...email.matchAll(/[^@.]+[@.]?/g)].map(({ index, 0: part }) => (
        <span key={index} className="as-underlined inline-block max-w-full">
          {part}
        </span>
      ))}
    </span>
  );
}

/** The way from somebody's address to all that staff see of them. */
export function CustomerLink({ email }: { email: string }) {
  return (
    <Link
      to={`/dashboard/users/${encodeURIComponent(email)}`}
      // Its parts would be read apart.
      aria-label={email}
      className="underline-offset-4 hover:underline"
    >
      <EmailText email={email} />
    </Link>
  );
}
