import { Link } from 'react-router';
import { canBeOrdered, LOW_STOCK_ORDERS } from '#features/catalogue/rules.ts';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts } from '#features/overview/texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { FigureTable } from './figure-table.tsx';
import { Panel } from './panel.tsx';

type LowTool = Overview['runningLow']['tools'][number];

/** The tools of which little is left. */
export function RunningLow({ low: { count, tools } }: { low: Overview['runningLow'] }) {
  if (count === 0) {
    return (
      <Panel title={overviewTexts.runningLow}>
        <EmptyState title={overviewTexts.runningLowNone}>{overviewTexts.emptyRunningLow}</EmptyState>
      </Panel>
    );
  }
  return (
    <Panel
      title={overviewTexts.runningLow}
      summary={overviewTexts.runningLowSummary(count, LOW_STOCK_ORDERS)}
    >
      <FigureTable
        caption={overviewTexts.runningLow}
        heads={[overviewTexts.tool, overviewTexts.left, overviewTexts.smallestOrder]}
        rows={tools.map((tool) => ({
          key: tool._id,
          cells: [
            <Link key="name" to={`/tools/${tool._id}`} className="line-clamp-2 hover:underline">
              <KeptText text={tool.name} />
            </Link>,
            <UnitsLeft key="left" tool={tool} />,
            formatCount(tool.min_order_quantity),
          ],
        }))}
      />
      <LinkButton to="/dashboard/managetool?stock=low&sort=available" variant="secondary" className="mt-4">
        {overviewTexts.allRunningLow(count)}
      </LinkButton>
    </Panel>
  );
}

/** How many there are, unless that is too few for anybody to order. */
function UnitsLeft({ tool }: { tool: LowTool }) {
  if (canBeOrdered(tool)) return formatCount(tool.available_quantity);
  return <Badge tone="bad">{overviewTexts.soldOut}</Badge>;
}
