import { Link } from 'react-router';
import { classNames } from '../class-names.ts';

export type PageTab = { to: string; label: string; isCurrent: boolean };

/** Scrolls the row of tabs to the current one. */
const showCurrent = (link: HTMLAnchorElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Links to the parts of one page, or of pages that belong together: one row, which scrolls on a phone; where
 * that is too narrow elsewhere, two. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex gap-x-4 max-md:overflow-x-auto md:flex-wrap lg:gap-x-6">
        {tabs.map(({ to, label: words, isCurrent }) => (
          <li key={to}>
            <Link
              ref={isCurrent ? showCurrent : undefined}
              to={to}
              preventScrollReset
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-2 font-semibold whitespace-nowrap -outline-offset-2',
                isCurrent ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
