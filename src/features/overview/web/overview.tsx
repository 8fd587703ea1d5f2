import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  DEFAULT_OVERVIEW_DAYS,
  getOverviewCall,
  type OverviewDays,
  overviewDays,
} from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { SetupGuidePanel, useSetupGuide } from '#features/setup-guide/web/setup-guide.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes, zoneWords } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { BestSellers } from './best-sellers.tsx';
import { KeyFigures } from './key-figures.tsx';
import { OpenInvoices, useOpenInvoices } from './open-invoices.tsx';
import { Panel } from './panel.tsx';
import { NoSales, SalesChart } from './sales-chart.tsx';
import { RunningLow, ShipFirst } from './to-do.tsx';
import { useWaiting } from './use-waiting.ts';
import { FruitlessSearches, VisitsToOrders } from './visits.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The overview for admins: recent sales (`?days=90`), and pending work. */
export default function OverviewPage() {
  return (
    <AdminOnly title={texts.title}>
      <ShopOverview />
    </AdminOnly>
  );
}

function ShopOverview() {
  const [search] = useSearchParams();
  const days = overviewDays.find((each) => String(each) === search.get('days')) ?? DEFAULT_OVERVIEW_DAYS;
  const query = useOverview(days);
  const { data, error, dataUpdatedAt: now } = query;
  const guide = useSetupGuide();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const waiting = useWaiting(true);
  const hasOpen = (waiting.data?.transfers ?? 0) > 0;
  const open = useOpenInvoices(hasOpen, data);
  // All at once: what came later would push the rest down.
  const isLoaded = data && !guide.isPending && !waiting.isPending && !(hasOpen && open.isPending);
  const hasSold =
    guide.data?.steps.some(({ step, state }) => step === 'test_order' && state === 'done') ?? false;
  const setupGuide = guide.data?.shown && (
    <SetupGuidePanel guide={guide.data} isFolded={hasSold} onGone={() => headingRef.current?.focus()} />
  );
  return (
    <>
      <PageHead
        headingRef={headingRef}
        title={texts.title}
        lead={texts.lead(zoneWords(useTimes().zone))}
        actions={<PeriodChoice days={days} />}
      />
      {error && (
        <div className="mb-6">
          <QueryError of={query} />
        </div>
      )}
      {isLoaded && (
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames(query.isPlaceholderData && 'opacity-60')}
        >
          <div className="space-y-6">
            <QueryError of={guide} />
            {!hasSold && setupGuide}
            <KeyFigures overview={data} waiting={waiting.data} now={now} />
            {hasSold && setupGuide}
            {data.forOneself.count > 0 && (
              <p>
                {texts.forOneself(data.forOneself.count, days)}{' '}
                <Link to="/dashboard/activity?action=acted_for_oneself" className="text-link">
                  {texts.seeForOneself}
                </Link>
              </p>
            )}
            {data.sales.orders > 0 ? <SalesChart overview={data} /> : <NoSales overview={data} />}
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <div className="grid gap-6">
                <ShipFirst toShip={data.toShip} now={now} />
                {hasOpen && open.data && (
                  <Panel title={texts.openInvoices}>
                    <OpenInvoices invoices={open.data} />
                    <LinkButton to="/dashboard/invoices?kind=open" variant="secondary" className="mt-4">
                      {texts.allOpenInvoices}
                    </LinkButton>
                  </Panel>
                )}
                <RunningLow low={data.runningLow} />
              </div>
              <div className="grid gap-6">
                <BestSellers tools={data.bestSellers} />
                <VisitsToOrders overview={data} />
                <FruitlessSearches of={data.fruitlessSearches} />
              </div>
            </div>
            <p className="text-sm text-ink-soft">{texts.versions(data.versions)}</p>
          </div>
        </div>
      )}
      {!isLoaded && !error && <OverviewSkeleton />}
    </>
  );
}

/** Fetches the overview; while another period loads, the previous one stays. */
function useOverview(days: OverviewDays) {
  return useCall(['overview', days], getOverviewCall, {
    query: { days: String(days) },
    placeholderData: keepPreviousData,
  });
}

/** Links for the number of days, which is stored in the URL. */
function PeriodChoice({ days }: { days: OverviewDays }) {
  return (
    <nav aria-label={texts.period} className="max-sm:w-full">
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
              {texts.periods[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">{texts.loading}</span>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <Skeleton className="h-32 max-sm:col-span-2" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32 max-sm:col-span-2" />
      </div>
      <Skeleton className="h-120 w-full" />
      <div className="grid gap-6 xl:grid-cols-2">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-96 w-full" />
      </div>
    </div>
  );
}
