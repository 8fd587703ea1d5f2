import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { publicApi } from '#web/client/public-api.ts';
import { useList } from '#web/client/use-list.ts';
import type { FirstRows, RowsSource } from '#web/client/use-rows.ts';
import { homeTexts } from '#web/texts/home.ts';
import { toolListTexts } from '#web/texts/loaded-lists.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { ToolGrid } from './tool-grid.tsx';

/** At most so many tools stand on the home page (specification, section 9). */
export const HOME_TOOLS = 6;

export const homeTools: RowsSource<Tool> = [
  ['tools', 'home'],
  ({ signal }) =>
    publicApi.list(
      import('#features/catalogue/search/contract.ts').then((calls) => calls.listToolsCall),
      { query: { limit: HOME_TOOLS }, signal },
    ),
];

/** The first tools of the shop. */
export function ToolsSection({ first }: { first: FirstRows<Tool> }) {
  const { rows, firstFailure, retry, retrying } = useList(toolListTexts, homeTools, first);
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
        {firstFailure && <ErrorState message={firstFailure} onRetry={retry} retrying={retrying} />}
        {rows.length > 0 && <ToolGrid tools={rows} heading="h3" />}
        {rows.length === 0 && !firstFailure && <EmptyState title={homeTexts.noTools} />}
      </div>
    </Section>
  );
}
