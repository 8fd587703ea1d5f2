import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import type { ShownFacets } from './facet-values.ts';
import { FilterGroup, FilterOption } from './filter-options.tsx';
import { PriceFilter } from './price-filter.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';
import { ValueFilter } from './value-filter.tsx';

/** What the filters are drawn from. */
export interface FilterFieldsProps {
  choice: ToolChoice;
  facets: ShownFacets | undefined;
  /** Show every category and brand from the beginning. */
  showsAll: boolean;
  onShowAll: () => void;
}

/** Every filter of the list, each with what it would find. */
export function FilterFields({ choice, facets, showsAll, onShowAll }: FilterFieldsProps) {
  const values = (name: 'categories' | 'brands') => ({
    values: facets?.[name] ?? [],
    left: facets?.left?.[name] ?? 0,
    showsAll,
    onShowAll,
    allAddress: withAll(choiceAddress(choice)),
  });
  return (
    <div className="space-y-5">
      <ValueFilter
        legend={toolsTexts.category}
        name="category"
        type="radio"
        none={toolsTexts.allCategories}
        chosen={[choice.category]}
        {...values('categories')}
      />
      <FilterGroup legend={toolsTexts.availability}>
        <FilterOption
          type="checkbox"
          name="orderable"
          value="1"
          isChosen={choice.orderable === '1'}
          hits={facets?.orderable}
        >
          {toolsTexts.orderable}
        </FilterOption>
      </FilterGroup>
      <PriceFilter choice={choice} ranges={facets?.priceRanges ?? []} />
      <ValueFilter
        legend={toolsTexts.brand}
        name="brand"
        type="checkbox"
        chosen={choice.brand}
        {...values('brands')}
      />
      <RatingFilter choice={choice} ratings={facets?.ratings} />
    </div>
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
    <FilterGroup legend={toolsTexts.rating}>
      <FilterOption type="radio" name="rating" value="" isChosen={!choice.rating}>
        {toolsTexts.anyRating}
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
          {toolsTexts.starsAndUp(stars)}
        </FilterOption>
      ))}
    </FilterGroup>
  );
}

function withAll(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}all=1`;
}
