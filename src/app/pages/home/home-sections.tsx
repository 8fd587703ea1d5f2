import { Link } from 'react-router';
import type { Tool, ToolCategory } from '#features/catalogue/contract.ts';
import { PrefetchToolPage, ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { publicApi } from '#ui/client/api-client.ts';
import type { FirstRows, RowsSource } from '#ui/client/use-list.ts';
import { useList } from '#ui/client/use-list.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/section.tsx';
import { toolListTexts } from '#ui/texts.ts';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { homeTexts } from './texts.ts';

/** At most so many categories stand on the home page, those with the most tools. */
export const HOME_CATEGORIES = 3;

/** At most so many tools stand on the home page (specification, section 9). */
export const HOME_TOOLS = 6;

/** How wide the page, its columns and their gaps leave a card's picture; on a phone it is what its box is. */
const CARD_SIZES = [
  '(min-width: 1280px) 390px',
  '(min-width: 1024px) calc(33.3vw - 37px)',
  '(min-width: 768px) calc(50vw - 36px)',
  '152px',
].join(', ');

/** Each category with its number of tools and its oldest one's picture. A shop with one
 * category needs no ways into it. */
export function CategoriesSection({ categories }: { categories: readonly ToolCategory[] }) {
  if (categories.length < 2) return null;
  return (
    <Section heading={homeTexts.ranges} className="pb-0 lg:pb-0">
      <ul className="grid gap-3 md:grid-cols-3 md:gap-5">
        {categories.map(({ name, tools, img, picture }) => (
          <li key={name}>
            <Link
              to={`/tools?${new URLSearchParams({ category: name })}`}
              prefetch="intent"
              className="flex h-full items-center gap-4 overflow-hidden rounded-md border border-line bg-surface hover:border-ink"
            >
              <ToolPicture
                of={{ img, picture }}
                sizes="96px"
                className="w-24 shrink-0 border-r border-line"
              />
              <span className="min-w-0 flex-1 py-3">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="block text-sm text-ink-soft tabular-nums">
                  {homeTexts.rangeTools(tools)}
                </span>
              </span>
              <Icon name="arrow-right" className="mr-4 size-5 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const homeTools: RowsSource<Tool> = [
  ['tools', 'home'],
  ({ signal }) =>
    publicApi.list(
      import('#features/catalogue/contract.ts').then((calls) => calls.listToolsCall),
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
        {rows.length > 0 && (
          <ul className="tool-cards lg:grid-cols-3">
            {rows.map((tool) => (
              <li key={tool._id}>
                <ToolCard tool={tool} heading="h3" sizes={CARD_SIZES} />
              </li>
            ))}
          </ul>
        )}
        <PrefetchToolPage tool={rows[0]} />
        {rows.length === 0 && !firstFailure && <EmptyState title={homeTexts.noTools} />}
      </div>
    </Section>
  );
}
