import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '#contracts/money.ts';
import { LOW_STOCK_ORDERS } from '#features/catalogue/rules.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatCount } from '#web/ui/format.ts';
import { formatAge } from './format.ts';
import { changeOf } from './sales-words.ts';

type Figure = { key: string; to: string; label: string; value: string; detail: string; isWide?: boolean };

/** The figures at the top, each of which leads to the list of what it counts. `now` is when they were read. */
export function KeyFigures({ overview, now }: { overview: Overview; now: number }) {
  const { currency } = useShopSettings();
  return (
    <ul aria-label={overviewTexts.figures} className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figuresOf(overview, currency, now).map(({ key, to, label, value, detail, isWide }) => (
        <li key={key} className={classNames(isWide && 'max-sm:col-span-2')}>
          <FigureLink to={to}>
            <span className="label-caps text-ink-soft">{label}</span>
            <span className="mt-1 text-xl font-semibold wrap-anywhere tabular-nums sm:text-2xl xl:text-xl">
              {value}
            </span>
            <span className="mt-1 text-sm text-ink-soft">{detail}</span>
          </FigureLink>
        </li>
      ))}
    </ul>
  );
}

/** A link to a list, or to a part of this page: that is the browser's own, which leaves the address otherwise as it is. */
function FigureLink({ to, children }: { to: string; children: ReactNode }) {
  const look = 'flex h-full flex-col rounded-md border border-line bg-surface p-4 hover:border-ink';
  if (to.startsWith('#')) {
    return (
      <a href={to} className={look}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} className={look}>
      {children}
    </Link>
  );
}

function figuresOf(
  { days, sales, toShip, unpaid, runningLow }: Overview,
  currency: string,
  now: number,
): Figure[] {
  const price = (amount: number) => formatPrice(amount, currency);
  return [
    {
      key: 'sales',
      to: '#sales',
      label: overviewTexts.sales,
      value: price(sales.amount),
      detail: changeOf(sales, days),
      isWide: true,
    },
    {
      key: 'to-ship',
      to: '/dashboard/manageorders?status=paid&sort=oldest',
      label: overviewTexts.toShip,
      value: formatCount(toShip.count),
      detail:
        toShip.oldestAt === null
          ? overviewTexts.toShipNone
          : overviewTexts.toShipSince(formatAge(toShip.oldestAt, now)),
    },
    {
      key: 'unpaid',
      to: '/dashboard/manageorders?status=unpaid&sort=oldest',
      label: overviewTexts.unpaid,
      value: formatCount(unpaid.count),
      detail:
        unpaid.oldestAt === null
          ? overviewTexts.unpaidNone
          : overviewTexts.unpaidSince(price(unpaid.amount), formatAge(unpaid.oldestAt, now)),
    },
    {
      key: 'running-low',
      to: '/dashboard/managetool?stock=low&sort=available',
      label: overviewTexts.runningLow,
      value: formatCount(runningLow.count),
      detail:
        runningLow.count === 0
          ? overviewTexts.runningLowNone
          : overviewTexts.runningLowRule(LOW_STOCK_ORDERS),
      isWide: true,
    },
  ];
}
