import { useState } from 'react';
import { Link } from 'react-router';
import type { ToolFacets } from '#features/catalogue/search/contract.ts';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import { FOLDED_VALUES, facetValues } from './facet-values.ts';
import { FilterGroup, FilterOption } from './filter-options.tsx';

interface ValueFilterProps {
  legend: string;
  name: 'category' | 'brand';
  /** Several can be chosen, or one. */
  type: 'checkbox' | 'radio';
  chosen: readonly string[];
  values: ToolFacets['brands'];
  /** How many values the page left out; `onShowAll` fetches them. */
  left: number;
  onShowAll: () => void;
  /** The address that shows all values where scripts do not run. */
  allAddress: string;
  /** What choosing none is called, where one must be chosen. */
  none?: string;
  /** Show every value from the beginning. */
  showsAll: boolean;
}

/** The categories or brands to choose from: the most frequent ones, and all on request. */
export function ValueFilter({
  legend,
  name,
  type,
  chosen,
  values,
  left,
  onShowAll,
  allAddress,
  none,
  showsAll,
}: ValueFilterProps) {
  const [isFolded, setIsFolded] = useState(!showsAll);
  const isSent = left === 0;
  const total = values.length + left;
  const isLong = total > FOLDED_VALUES;
  const options = facetValues(values, chosen, isFolded);
  if (options.length === 0) return null;
  return (
    <FilterGroup legend={legend}>
      {none && (
        <FilterOption type={type} name={name} value="" isChosen={chosen.every((value) => !value)}>
          {none}
        </FilterOption>
      )}
      {options.map(({ value, hits }) => (
        <FilterOption
          key={value}
          type={type}
          name={name}
          value={value}
          isChosen={chosen.includes(value)}
          hits={hits}
        >
          {value}
        </FilterOption>
      ))}
      {isLong && isFolded && (
        <Link
          to={allAddress}
          preventScrollReset
          onClick={(event) => {
            event.preventDefault();
            setIsFolded(false);
            if (!isSent) onShowAll();
          }}
          className="text-link inline-flex min-h-8 items-center text-sm font-semibold"
        >
          {toolsTexts.showAllValues(total)}
        </Link>
      )}
    </FilterGroup>
  );
}
