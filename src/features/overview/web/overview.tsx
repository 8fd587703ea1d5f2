import { useSearchParams } from 'react-router';
import { DEFAULT_OVERVIEW_DAYS, type Overview, overviewDays } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { errorWords } from '#web/client/error-words.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { BestSellers } from './best-sellers.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NoSales } from './no-sales.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { PeriodChoice } from './period-choice.tsx';
import { RunningLow } from './running-low.tsx';
import { SalesChart } from './sales-chart.tsx';
import { ShipFirst } from './ship-first.tsx';
import { readersZone, useOverview } from './use-overview.ts';

export const meta = () => pageMeta(overviewTexts.title, overviewTexts.description);

/** How the shop stands, for admins: what it sold in the last days (`?days=90`), and what waits to be done. */
export default function OverviewPage() {
  return (
    <AdminOnly title={overviewTexts.title}>
      <ShopOverview />
    </AdminOnly>
  );
}

function ShopOverview() {
  const [search] = useSearchParams();
  const days = overviewDays.find((each) => String(each) === search.get('days')) ?? DEFAULT_OVERVIEW_DAYS;
  const { data, error, dataUpdatedAt, isPlaceholderData, isFetching, refetch } = useOverview(days);
  return (
    <>
      <PageHead
        title={overviewTexts.title}
        lead={overviewTexts.lead(data?.zone ?? readersZone())}
        actions={<PeriodChoice days={days} />}
      />
      {error && (
        <div className="mb-6">
          <ErrorState message={errorWords(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data ? (
        <div aria-busy={isPlaceholderData} className={classNames(isPlaceholderData && 'opacity-60')}>
          <Parts overview={data} now={dataUpdatedAt} />
        </div>
      ) : (
        !error && <OverviewSkeleton />
      )}
    </>
  );
}

function Parts({ overview, now }: { overview: Overview; now: number }) {
  const { sales, days, toShip, runningLow, bestSellers } = overview;
  return (
    <div className="space-y-6">
      <KeyFigures overview={overview} now={now} />
      {sales.orders > 0 ? <SalesChart sales={sales} days={days} /> : <NoSales overview={overview} />}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <BestSellers tools={bestSellers} />
        <div className="grid gap-6">
          <ShipFirst toShip={toShip} now={now} />
          <RunningLow low={runningLow} />
        </div>
      </div>
    </div>
  );
}
