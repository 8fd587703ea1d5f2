import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';

/** The parts of a row's card. `figures` are side by side under their labels; the content of `foot` is at both
 * of its ends. */
export type CardPart = 'picture' | 'title' | 'lead' | 'badge' | 'figures' | 'body' | 'foot' | 'actions';

type RowCardProps = Partial<Record<CardPart, ReactNode>> & { isDense?: boolean };

/** A row of a list if there is no room for a table; `isDense`: with minimal height, everything beside its
 * picture. */
export function RowCard({ isDense = false, ...parts }: RowCardProps) {
  const { picture, title, lead, badge, body, actions } = parts;
  const rest = (
    <>
      {parts.figures && (
        <dl className="flex flex-wrap gap-x-8 gap-y-2 has-[>:nth-child(3)]:justify-between has-[>:nth-child(3)]:gap-x-3">
          {parts.figures}
        </dl>
      )}
      {body}
      {parts.foot && (
        <div className="mt-1 flex flex-wrap items-end justify-between gap-x-4">{parts.foot}</div>
      )}
    </>
  );
  return (
    <article
      className={classNames(
        'rounded-md border border-line bg-surface',
        isDense ? 'p-3 text-sm' : 'flex h-full flex-col gap-3 p-4',
      )}
    >
      <div className={classNames('flex items-start', isDense ? 'gap-2' : 'gap-3')}>
        {picture}
        <div className="min-w-0 flex-1">
          {/* The badge moves below a name that it would leave too little room. */}
          <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
            {title && (
              <h2 className="min-w-0 flex-1 basis-32 text-base font-semibold tracking-normal font-stretch-normal">
                {title}
              </h2>
            )}
            {badge}
          </div>
          {lead && <div className="mt-1 text-sm text-ink-soft tabular-nums">{lead}</div>}
          {isDense && rest}
        </div>
      </div>
      {!isDense && rest}
      {actions && (
        <div className={classNames('flex flex-wrap gap-2', isDense ? 'mt-2' : 'mt-auto pt-1')}>{actions}</div>
      )}
    </article>
  );
}

/** A figure on a card, under its column's name. */
export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col justify-between">
    <dt className="text-xs text-ink-soft">{label}</dt>
    <dd className="mt-0.5 font-semibold whitespace-nowrap tabular-nums">{children}</dd>
  </div>
);

/** An email address that breaks after its @ and its dots; within a part only if the part alone is too
 * long. */
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

/** Links an address to everything that staff see about the customer. */
export function CustomerLink({ email }: { email: string }) {
  return (
    <Link
      to={`/dashboard/users/${encodeURIComponent(email)}`}
      // Its parts would be read separately.
      aria-label={email}
      className="underline-offset-4 hover:underline"
    >
      <EmailText email={email} />
    </Link>
  );
}
