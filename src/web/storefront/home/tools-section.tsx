import { Link } from 'react-router';
import type { Tool } from '#contracts/tool.ts';
import { listToolsCall } from '#contracts/tool-search.ts';
import { homeTexts } from '#texts/home.ts';
import { toolListTexts } from '#texts/loaded-lists.ts';
import { publicApi } from '#web/public-api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { FirstRows } from '../first-rows.ts';
import { ToolGrid } from '../tool-grid.tsx';
import { useList } from '../use-list.ts';
import { useOnFocus } from '../use-on-focus.ts';
import { Section } from './section.tsx';

/** At most so many tools stand on the home page (specification, section 9). */
export const HOME_TOOLS = 6;

const fetchTools = () => publicApi.list(listToolsCall, { query: { limit: HOME_TOOLS } });

/** The first tools of the shop. */
export function ToolsSection({ first }: { first: FirstRows<Tool> }) {
  const { shown, loading, firstFailure, refresh } = useList(toolListTexts.failed, first, fetchTools);
  useOnFocus(refresh);
  return (
    <Section
      heading={homeTexts.tools}
      className="laid-out-late late-tools"
      aside={
        <Link to="/tools" className="text-link inline-flex min-h-6 items-center gap-1.5 font-semibold">
          {homeTexts.seeAll}
          <Icon name="arrow-right" className="size-4" />
        </Link>
      }
    >
      <div className="space-y-5">
        {firstFailure && <ErrorState message={firstFailure} onRetry={refresh} retrying={loading} />}
        {shown.rows.length > 0 && <ToolGrid tools={shown.rows.slice(0, HOME_TOOLS)} heading="h3" />}
        {shown.rows.length === 0 && !firstFailure && <EmptyState title={homeTexts.noTools} />}
      </div>
    </Section>
  );
}
