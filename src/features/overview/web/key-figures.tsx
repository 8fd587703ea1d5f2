import { Link } from 'react-router';
import { LOW_STOCK_ORDERS } from '#features/catalogue/rules.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts, waitingTexts } from '#features/overview/texts.ts';
import type { Waiting } from '#features/overview/waiting-contract.ts';
import { formatCount } from '#texts/locale.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { useTimes } from '#ui/moments.ts';
import { formatAge, formatChange, formatSalesChange } from './format.ts';

type Figure = { to: string; label: string; value: string; detail: string; width?: 'phone' | 'all' };

/** The figures at the top, each linked to what it counts: what waits, and what the period brought.
 * `now` is when they were read. */
export function KeyFigures({
  overview,
  waiting,
  now,
}: {
  overview: Overview;
  waiting: Waiting | undefined;
  now: number;
}) {
  const price = usePrice();
  const toDo = [
    ...toDoFigures(overview, price, useTimes().day, now),
    ...(waiting ? waitingFigures(waiting) : []),
  ];
  return (
    <>
      <FigureList label={texts.toDo} figures={toDo} />
      <FigureList label={texts.figures(overview.days)} figures={periodFigures(overview, price)} />
    </>
  );
}

function FigureList({ label, figures }: { label: string; figures: Figure[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-3">
      {figures.map((figure) => (
        <li key={figure.label} className={widths[figure.width ?? 'part']}>
          <FigureLink figure={figure} />
        </li>
      ))}
    </ul>
  );
}

/** Two in a row, or up to five on a wide screen; the last row's grow, so that it is as full as the others. */
const PART = 'grow basis-2/5 xl:basis-48';
const widths = { part: PART, phone: `${PART} max-sm:basis-full`, all: 'basis-full' };

/** A link to a list, or to a part of this page: the latter is a plain link, which leaves the rest of the URL
 * unchanged. */
function FigureLink({ figure: { to, label, value, detail } }: { figure: Figure }) {
  const look = 'flex h-full flex-col rounded-md border border-line bg-surface p-4 hover:border-ink';
  const content = (
    <>
      <span className="label-caps text-ink-soft">{label}</span>
      <span className="mt-1 text-xl font-semibold wrap-anywhere tabular-nums sm:text-2xl xl:text-xl">
        {value}
      </span>
      {detail !== '' && <span className="mt-1 text-sm text-ink-soft">{detail}</span>}
    </>
  );
  return to.startsWith('#') ? (
    <a href={to} className={look}>
      {content}
    </a>
  ) : (
    <Link to={to} className={look}>
      {content}
    </Link>
  );
}

/** What the period brought, each compared with the one before. */
function periodFigures({ days, sales, visits }: Overview, price: (amount: number) => string): Figure[] {
  const { amount, orders, previous } = sales;
  const { wholeDays } = visits;
  const average = (of: Overview['sales']['previous']) => (of.orders > 0 ? of.amount / of.orders : 0);
  return [
    {
      to: '#sales',
      label: texts.sales,
      value: price(amount),
      detail: formatSalesChange(sales, days),
      width: 'phone',
    },
    {
      to: '/dashboard/manageorders',
      label: texts.ordersPaid,
      value: formatCount(orders),
      detail: formatChange(orders, previous.orders, days),
    },
    ...(orders === 0
      ? []
      : [
          {
            to: '#sales',
            label: texts.averageOrder,
            value: price(average(sales)),
            detail: formatChange(average(sales), average(previous), days),
          },
        ]),
    {
      to: '#visits',
      label: texts.visits,
      value: formatCount(visits.began),
      detail: formatChange(wholeDays.began, wholeDays.previous.began, days),
    },
  ];
}

function toDoFigures(
  overview: Overview,
  price: (amount: number) => string,
  day: (time: string) => string,
  now: number,
): Figure[] {
  const { toShip, unpaid, runningLow } = overview;
  const figures: Figure[] = [
    {
      to: '/dashboard/manageorders?status=paid&sort=oldest',
      label: texts.toShip,
      value: formatCount(toShip.count),
      detail: toShip.oldestAt ? texts.toShipSince(formatAge(toShip.oldestAt, now)) : texts.toShipNone,
    },
    {
      to: '/dashboard/manageorders?status=unpaid&sort=oldest',
      label: texts.unpaid,
      value: formatCount(unpaid.count),
      detail: unpaid.oldestAt
        ? [
            texts.unpaidSince(price(unpaid.amount), formatAge(unpaid.oldestAt, now)),
            ...(unpaid.overdueInvoices > 0 ? [texts.overdueInvoices(unpaid.overdueInvoices)] : []),
          ].join('. ')
        : texts.unpaidNone,
    },
    {
      to: '/dashboard/managetool?stock=low&sort=available',
      label: texts.runningLow,
      value: formatCount(runningLow.count),
      detail: runningLow.count > 0 ? texts.runningLowRule(LOW_STOCK_ORDERS) : texts.runningLowNone,
    },
  ];
  return [...figures, ...refundsFigure(overview, price, now), ...disputesFigure(overview, price, day, now)];
}

/** What else waits, each shown only if there is any. */
const alsoWaiting = {
  shipSoon: '/dashboard/manageorders?shipping=due',
  transfers: '/dashboard/invoices?kind=open',
  quotes: '/dashboard/quotes?state=asked',
  messages: '/dashboard/messages?state=open',
  exemptions: '/dashboard/tax-exemption',
  failedTasks: '/dashboard/activity?group=system',
  webhooksOff: '/dashboard/webhooks',
} as const;

function waitingFigures(waiting: Waiting): Figure[] {
  return (Object.keys(alsoWaiting) as (keyof typeof alsoWaiting)[]).flatMap((kind) => {
    const count = waiting[kind] ?? 0;
    const { label, detail } = texts.waiting[kind];
    return count > 0 ? { to: alsoWaiting[kind], label, value: waitingTexts.badge(count), detail } : [];
  });
}

/** Shown only if a refund is due. */
function refundsFigure({ refundsDue }: Overview, price: (amount: number) => string, now: number): Figure[] {
  if (refundsDue.count === 0) return [];
  const detail =
    refundsDue.failed > 0
      ? texts.refundsFailed(refundsDue.failed)
      : refundsDue.oldestAt && texts.refundsDueSince(formatAge(refundsDue.oldestAt, now));
  return [
    {
      to: '/dashboard/manageorders?refunds=due',
      label: texts.refundsDue,
      value: price(refundsDue.amount),
      detail: detail ?? '',
      width: 'all',
    },
  ];
}

/** Shown only if a payment is disputed. */
function disputesFigure(
  { disputes }: Overview,
  price: (amount: number) => string,
  day: (time: string) => string,
  now: number,
): Figure[] {
  if (disputes.count === 0) return [];
  const { count, amount, oldestAt, respondBy } = disputes;
  const detail = respondBy
    ? texts.disputesRespondBy(day(respondBy))
    : oldestAt && texts.disputesSince(formatAge(oldestAt, now));
  return [
    {
      to: '/dashboard/manageorders?refunds=disputed',
      label: texts.disputes,
      value: texts.disputesValue(count, price(amount)),
      detail: detail ?? '',
      width: 'all',
    },
  ];
}
