import { memo, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { ShownFacets } from './facet-values.ts';
import { starsText } from './filter-chips.tsx';
import { FilterGroup, FilterOption } from './filter-options.tsx';
import { hitsText } from './hits-text.ts';
import { PriceFilter } from './price-filter.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';
import { ValueFilter } from './value-filter.tsx';

interface FilterPanelProps {
  choice: ToolChoice;
  facets: ShownFacets | undefined;
  /** Show every category and brand from the beginning. */
  showsAll: boolean;
  onShowAll: () => void;
  /** How many filters are on. */
  activeCount: number;
}

/**
 * The filters: beside the list on wide screens, on a phone folded behind a button that says how many are on. It opens
 * without scripts too. It is long, and stays as it is while the list beside it goes on.
 */
export const FilterPanel = memo(function FilterPanel({
  choice,
  facets,
  showsAll,
  onShowAll,
  activeCount,
}: FilterPanelProps) {
  const values = (name: 'categories' | 'brands') => ({
    values: facets?.[name] ?? [],
    left: facets?.left?.[name] ?? 0,
    showsAll,
    onShowAll,
    allAddress: withAll(choiceAddress(choice)),
  });
  return (
    <Folded activeCount={activeCount}>
      <div className="space-y-5 max-md:pt-5">
        <ValueFilter
          legend="Category"
          name="category"
          type="radio"
          none="All categories"
          chosen={[choice.category]}
          {...values('categories')}
        />
        <FilterGroup legend="Availability">
          <FilterOption
            type="checkbox"
            name="orderable"
            value="1"
            isChosen={choice.orderable === '1'}
            hits={facets?.orderable}
          >
            Can be ordered now
          </FilterOption>
        </FilterGroup>
        <PriceFilter choice={choice} ranges={facets?.priceRanges ?? []} />
        <ValueFilter
          legend="Brand"
          name="brand"
          type="checkbox"
          chosen={choice.brand}
          {...values('brands')}
        />
        <RatingFilter choice={choice} ratings={facets?.ratings} />
        <Button
          type="submit"
          className="w-full md:hidden md:noscript:inline-flex"
          onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
        >
          {facets ? `Show ${hitsText(facets.total).replace(/^M/, 'm')}` : 'Show tools'}
        </Button>
      </div>
    </Folded>
  );
});

function Folded({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  return (
    <details className="group min-w-0 max-md:rounded-md max-md:border max-md:border-line-strong max-md:bg-surface max-md:p-4 md:details-content:[content-visibility:visible]">
      <summary className="flex min-h-6 list-none items-center gap-2 font-semibold md:supports-[selector(::details-content)]:hidden [&::-webkit-details-marker]:hidden">
        Filters
        {activeCount > 0 && <span className="text-ink-soft">({activeCount} on)</span>}
        <Icon name="chevron-down" className="ml-auto size-5 transition-transform group-open:rotate-180" />
      </summary>
      <h2 className="sr-only max-md:hidden">Filters</h2>
      {children}
    </details>
  );
}

function RatingFilter({
  choice,
  ratings,
}: {
  choice: ToolChoice;
  ratings: ShownFacets['ratings'] | undefined;
}) {
  return (
    <FilterGroup legend="Rating">
      <FilterOption type="radio" name="rating" value="" isChosen={!choice.rating}>
        Any rating
      </FilterOption>
      {[4, 3, 2, 1].map((stars) => (
        <FilterOption
          key={stars}
          type="radio"
          name="rating"
          value={String(stars)}
          isChosen={choice.rating === String(stars)}
          hits={ratings?.find(({ atLeast }) => atLeast === stars)}
        >
          {starsText(stars)} and up
        </FilterOption>
      ))}
    </FilterGroup>
  );
}

function withAll(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}all=1`;
}
