import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { waitingTexts } from '#features/overview/texts.ts';
import { MOST_WAITING, type Waiting } from '#features/overview/waiting-contract.ts';
import { useWaiting } from '#features/overview/web/use-waiting.ts';
import type { UserRole } from '#features/users/roles-contract.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type DeskPage, pagesOf, placeOf } from './desk-pages.ts';

/** The dashboard's menu for a role, with what waits in each page; skeletons while the role is unknown. */
export function SidebarLinks({ role }: { role: UserRole | undefined }) {
  const { data: waiting } = useWaiting(role === 'staff' || role === 'admin');
  const id = useId();
  if (role === undefined) {
    return (
      <div className="space-y-3 p-3">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-6 w-36" />
        <Skeleton className="h-6 w-28" />
      </div>
    );
  }
  return (
    <ul className="space-y-3">
      {pagesOf[role].map(({ name, pages }) => (
        <li key={pages[0]?.to}>
          {name && (
            <p id={`${id}-${name}`} className="label-caps px-4 pb-1 text-ink-soft">
              {name}
            </p>
          )}
          <ul aria-labelledby={name && `${id}-${name}`} className="space-y-0.5">
            {pages.map((page) => (
              <li key={page.to}>
                <PageLink page={page} waiting={waiting} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function PageLink({ page, waiting }: { page: DeskPage; waiting: Waiting | undefined }) {
  const { to, label, icon, waits = [] } = page;
  const { pathname } = useLocation();
  const place = placeOf(page, pathname);
  const counts = waits.map((kind) => [kind, waiting?.[kind] ?? 0] as const).filter(([, count]) => count > 0);
  const inWords = counts.map(([kind, count]) => waitingTexts[kind](count)).join(', ');
  const sum = counts.reduce((all, [, count]) => all + count, 0);
  const badge = waitingTexts.badge(Math.min(sum, MOST_WAITING));
  return (
    <Link
      to={to}
      aria-current={place}
      aria-label={inWords ? `${label} ${badge}: ${inWords}` : undefined}
      title={inWords || undefined}
      className={classNames(
        // The longest label keeps to its line when a count comes beside it, on its own page too.
        'flex min-h-11 items-center gap-2 rounded-md pr-3 leading-5 font-medium lg:min-h-8 lg:text-sm',
        place ? 'border-l-4 border-accent bg-accent-wash pl-3 text-accent' : 'pl-4 text-ink hover:bg-sunken',
      )}
    >
      {typeof icon === 'string' ? (
        <Icon name={icon} className="size-5 shrink-0" />
      ) : (
        <svg viewBox="0 0 24 24" aria-hidden="true" className="icon size-5 shrink-0">
          <path d={icon.path} />
        </svg>
      )}
      <span className="min-w-0 flex-1">{label}</span>{' '}
      {sum > 0 && (
        <span
          aria-hidden="true"
          className="min-w-6 rounded-full bg-ink px-1.5 text-center text-xs/5 font-semibold text-paper tabular-nums"
        >
          {badge}
        </span>
      )}
    </Link>
  );
}
