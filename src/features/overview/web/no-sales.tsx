import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Panel } from './panel.tsx';

const LONGEST = 365;

/** What stands where nothing was sold: what will be here, and how it gets here. */
export function NoSales({ overview: { days, unpaid } }: { overview: Overview }) {
  return (
    <Panel id="sales" title={overviewTexts.salesOverTime}>
      <EmptyState title={overviewTexts.nothingSold(days)}>
        <p>{overviewTexts.emptySales}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          {days < LONGEST && (
            <LinkButton to={`?days=${LONGEST}`} variant="secondary" preventScrollReset>
              {overviewTexts.wholeYear}
            </LinkButton>
          )}
          {unpaid.count > 0 ? (
            <LinkButton to="/dashboard/manageorders?status=unpaid&sort=oldest" variant="secondary">
              {overviewTexts.seeUnpaid}
            </LinkButton>
          ) : (
            <LinkButton to="/dashboard/addtool" variant="secondary">
              {overviewTexts.addTool}
            </LinkButton>
          )}
        </div>
      </EmptyState>
    </Panel>
  );
}
