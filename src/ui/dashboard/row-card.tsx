import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasNoEmail } from '#contracts/email.ts';
import { classNames } from '../class-names.ts';
import { uiTexts } from '../texts.ts';

/** The parts of a row's card. `figures` are side by side under their labels; the content of `foot` is at both
 * of its ends. */
export type CardPart = 'picture' | 'title' | 'lead' | 'badge' | 'figures' | 'body' | 'foot' | 'actions';

/** A row of a list if there is no room for a table, low: everything is beside its picture, but figures, which
 * need the whole width, and what follows them. */
export function RowCard(parts: Partial<Record<CardPart, ReactNode>>) {
  const { picture, title, lead, badge, figures, body, foot, actions } = parts;
  const rest = (
    <>
      {figures && <dl className="card-figure-columns grid gap-x-3 gap-y-2">{figures}</dl>}
      {body}
      {foot && <div className="flex flex-wrap items-end justify-between gap-x-4">{foot}</div>}
    </>
  );
  return (
    <article className="rounded-md border border-line bg-surface p-3 text-sm">
      <div className="flex items-start gap-2">
        {picture}
        <div className="min-w-0 flex-1 space-y-1">
          {/* The badge moves below a name that it would leave too little room. */}
          <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
            {title && (
              <h2 className="min-w-0 flex-1 basis-32 text-base font-semibold tracking-normal font-stretch-normal">
                {title}
              </h2>
            )}
            {badge}
          </div>
          {lead && <div className="text-ink-soft tabular-nums">{lead}</div>}
          {!figures && rest}
        </div>
      </div>
      {figures && <div className="mt-2 space-y-1">{rest}</div>}
      {actions && <div className="mt-2 flex flex-wrap items-center gap-2">{actions}</div>}
    </article>
  );
}

/** A figure on a card, under its column's name. */
export const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col justify-between">
    <dt className="text-xs text-ink-soft">{label}</dt>
    <dd className="mt-0.5 font-semibold tabular-nums">{children}</dd>
  </div>
);

/** An address as staff read it, or that there is none. */
export const shownEmail = (email: string) => (hasNoEmail(email) ? uiTexts.noEmail : email);

/** An email address that breaks after its @ and its dots; within a part only if the part alone is too
 * long. */
export function EmailText({ email }: { email: string }) {
  if (hasNoEmail(email)) return uiTexts.noEmail;
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

/** Links an address, or the customer's name (`children`), to everything that staff see about the customer. */
export function CustomerLink({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <Link
      to={`/dashboard/users/${encodeURIComponent(email)}`}
      // Its parts would be read separately.
      aria-label={children ? undefined : shownEmail(email)}
      title={children ? shownEmail(email) : undefined}
      className="underline-offset-4 hover:underline"
    >
      {children ?? <EmailText email={email} />}
    </Link>
  );
}

/** The customer of a row: the name, and the address as a link if there is one. */
export const RowCustomer = ({ name, email }: { name: string; email: string | null | undefined }) => (
  <span className="block wrap-anywhere">
    <span className="mr-2 inline-block max-w-full">{name}</span>
    {email && (
      <span className="inline-block max-w-full text-ink-soft">
        <CustomerLink email={email} />
      </span>
    )}
  </span>
);

/** A row's text, cut after its second line until it is pressed; then `children` follow it. `shown` is the
 * same text, if parts of it must not break. */
export const CutText = ({
  words,
  shown = words,
  className,
  children,
}: {
  words: string;
  shown?: ReactNode;
  className?: string;
  children?: ReactNode;
}) => (
  <details className={classNames('group min-w-0 flex-1', className)}>
    <summary
      title={words}
      className="line-clamp-2 leading-6 wrap-anywhere group-open:line-clamp-none group-open:whitespace-pre-line"
    >
      {shown}
    </summary>
    {children}
  </details>
);
