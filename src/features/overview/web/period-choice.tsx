import { Link } from 'react-router';
import { DEFAULT_OVERVIEW_DAYS, type OverviewDays, overviewDays } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { classNames } from '#web/ui/class-names.ts';

/** How many days the overview looks back over, as links: the choice is kept in the page's address. */
export function PeriodChoice({ days }: { days: OverviewDays }) {
  return (
    <nav aria-label={overviewTexts.period} className="max-sm:w-full">
      <ul className="grid grid-cols-4 rounded-md border border-line-strong bg-surface">
        {overviewDays.map((each) => (
          <li key={each}>
            <Link
              to={each === DEFAULT_OVERVIEW_DAYS ? '?' : `?days=${each}`}
              preventScrollReset
              aria-current={each === days ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center justify-center rounded-md px-1 text-sm font-semibold whitespace-nowrap sm:px-4',
                each === days ? 'bg-ink text-paper forced-colors:underline' : 'text-ink-soft hover:text-ink',
              )}
            >
              {overviewTexts.periods[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
