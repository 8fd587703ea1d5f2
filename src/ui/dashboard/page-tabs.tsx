import { Link } from 'react-router';
import { classNames } from '../class-names.ts';

export type PageTab = { to: string; label: string; isCurrent: boolean };

/** Links to the parts of one page, or of pages that belong together. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {tabs.map(({ to, label: words, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              preventScrollReset
              aria-current={isCurrent ? 'page' : undefined}
              className={classNames(
                '-mb-px flex min-h-11 items-center border-b-2 font-semibold',
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
