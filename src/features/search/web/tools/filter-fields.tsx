import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Hits } from '#features/catalogue/contract.ts';
import { readRange } from '#features/catalogue/rules.ts';
import { toolsTexts } from '#features/search/texts.ts';
import { classNames } from '#ui/class-names.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { TextField } from '#ui/field.tsx';
import { facetValues, formatHitsFigure, isNothing, type ShownFacets } from './facets.ts';
import { formatPrices, formatRange } from './filter-chips.tsx';
import { choiceAddress, chosenIn, rangeField, type ToolChoice } from './tool-choice.ts';

/** `showsAll` shows every category and brand from the start; `onShowAll` fetches the omitted ones. */
export interface FilterFieldsProps {
  choice: ToolChoice;
  facets: ShownFacets | undefined;
  showsAll: boolean;
  onShowAll: () => void;
}

/** All filters of the list, each with its hits. */
export function FilterFields(filters: FilterFieldsProps) {
  const { choice, facets } = filters;
  return (
    <div className="space-y-5">
      <ValueFilter {...filters} facet="categories" name="category" type="radio" />
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
      <ValueFilter {...filters} facet="brands" name="brand" type="checkbox" />
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
            hits={facets?.ratings.find(({ atLeast }) => atLeast === stars)}
          >
            {toolsTexts.starsAndUp(stars)}
          </FilterOption>
        ))}
      </FilterGroup>
      {specificationsOf(choice, facets).map((each) => (
        <SpecificationFilter key={each.label} choice={choice} {...each} />
      ))}
    </div>
  );
}

/** Classes of a filter's row, taller on touch screens. */
const line = 'flex min-h-8 items-center gap-2.5 text-sm max-md:min-h-11 max-md:text-base';

function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4 max-md:first:border-t-0 max-md:first:pt-0">
      <legend className="float-left mb-2 w-full text-sm font-semibold">{legend}</legend>
      <div className="clear-left">{children}</div>
    </fieldset>
  );
}

/** A checkbox or radio button with its number of tools. An option without tools can only be deselected. */
function FilterOption({
  type,
  name,
  value,
  isChosen,
  isUnder = false,
  hits,
  children,
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  isChosen: boolean;
  /** Whether it is a subcategory. */
  isUnder?: boolean;
  hits?: Hits | undefined;
  children: ReactNode;
}) {
  const isEmpty = isNothing(hits) && !isChosen;
  return (
    <label
      className={classNames(
        line,
        isUnder && 'ml-6',
        isEmpty ? 'text-ink-soft' : 'cursor-pointer hover:text-accent-strong',
      )}
    >
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={isEmpty}
        className="size-4 shrink-0 accent-accent max-md:size-5"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {hits && <Figure hits={hits} />}
    </label>
  );
}

function Figure({ hits }: { hits: Hits }) {
  return <span className="text-xs text-ink-soft tabular-nums">{formatHitsFigure(hits)}</span>;
}

/** The categories or brands to choose from: the most frequent ones, and all on request; without scripts by a
 * link. */
function ValueFilter({
  choice,
  facets,
  showsAll,
  onShowAll,
  facet,
  name,
  type,
}: FilterFieldsProps & {
  facet: 'categories' | 'brands';
  name: 'category' | 'brand';
  type: 'checkbox' | 'radio';
}) {
  const [isFolded, setIsFolded] = useState(!showsAll);
  const values = facets?.[facet] ?? [];
  const left = facets?.left?.[facet] ?? 0;
  const total = values.length + left;
  const chosen = [choice[name]].flat();
  const options = facetValues(values, chosen, isFolded);
  const address = choiceAddress(choice);
  if (options.length === 0) return null;
  return (
    <FilterGroup legend={toolsTexts[name]}>
      {type === 'radio' && (
        <FilterOption type={type} name={name} value="" isChosen={chosen.every((value) => !value)}>
          {toolsTexts.allCategories}
        </FilterOption>
      )}
      {options.map(({ value, parent, hits }) => (
        <FilterOption
          key={value}
          type={type}
          name={name}
          value={value}
          isChosen={chosen.includes(value)}
          isUnder={parent !== undefined}
          hits={hits}
        >
          {value}
        </FilterOption>
      ))}
      {isFolded && total > options.length && (
        <Link
          to={`${address}${address.includes('?') ? '&' : '?'}all=1`}
          preventScrollReset
          onClick={(event) => {
            event.preventDefault();
            setIsFolded(false);
            if (left > 0) onShowAll();
          }}
          className="text-link inline-flex min-h-8 items-center text-sm font-semibold"
        >
          {toolsTexts.showAllValues(total)}
        </Link>
      )}
    </FilterGroup>
  );
}

const range = 'justify-between tabular-nums';

const amountField = {
  inputMode: 'decimal',
  pattern: '\\p{Sc}?\\s?[0-9.,]{1,12}\\s?\\p{Sc}?',
  maxLength: 14,
  autoComplete: 'off',
  title: toolsTexts.amountHint,
} as const;

/** A price range: two amounts to type, and links to the shop's ranges. */
function PriceFilter({ choice, ranges }: { choice: ToolChoice; ranges: ShownFacets['priceRanges'] }) {
  const price = usePrice();
  return (
    <FilterGroup legend={toolsTexts.price}>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={toolsTexts.from}
          name="min_price"
          defaultValue={choice.min_price}
          {...amountField}
        />
        <TextField label={toolsTexts.to} name="max_price" defaultValue={choice.max_price} {...amountField} />
      </div>
      <ul className="mt-2">
        {ranges.map(({ from, to, ...hits }) => {
          const min_price = from > 0 ? String(from) : '';
          const max_price = to === null ? '' : String(to);
          const isChosen = choice.min_price === min_price && choice.max_price === max_price;
          const words = formatPrices(min_price || '0', max_price, price);
          if (isNothing(hits) && !isChosen) {
            return (
              <li key={from} className={classNames(line, range, 'text-ink-soft')}>
                {words}
                <Figure hits={hits} />
              </li>
            );
          }
          return (
            <li key={from}>
              <Link
                to={choiceAddress({ ...choice, min_price, max_price })}
                preventScrollReset
                aria-current={isChosen || undefined}
                className={classNames(line, range, 'hover:text-accent-strong', isChosen && 'font-semibold')}
              >
                {words}
                <Figure hits={hits} />
              </Link>
            </li>
          );
        })}
      </ul>
    </FilterGroup>
  );
}

type Specification = Pick<ShownFacets['specifications'][number], 'label'> &
  Partial<ShownFacets['specifications'][number]>;

/** Lists the specifications to filter by: those offered by the shop, and chosen ones that it does not (yet)
 * offer. */
function specificationsOf(choice: ToolChoice, facets: ShownFacets | undefined): Specification[] {
  const offered = facets?.specifications ?? [];
  const chosen = choice.spec.flatMap((text) => readRange(text)?.label ?? []);
  const missing = chosen.filter((label) => !offered.some((each) => each.label === label));
  return [...offered, ...missing.map((label) => ({ label }))];
}

const numberField = {
  ...amountField,
  pattern: '-?[0-9.,]{1,17}',
  maxLength: 18,
  title: toolsTexts.numberHint,
} as const;

/** A numeric range of a specification: two fields, with the range of the tools beside them. */
function SpecificationFilter({
  choice,
  label,
  min,
  max,
  count = 0,
  isExact = true,
}: Specification & { choice: ToolChoice }) {
  const hasNumbers = typeof min === 'number' && typeof max === 'number';
  return (
    <FilterGroup legend={label}>
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={toolsTexts[end]}
            name={rangeField(end, label)}
            defaultValue={chosenIn(choice, rangeField(end, label))?.[0]}
            {...numberField}
          />
        ))}
      </div>
      {hasNumbers && (
        <p className={classNames(line, range, 'text-ink-soft')}>
          {formatRange({ from: min, to: max })}
          <Figure hits={{ count, isExact }} />
        </p>
      )}
    </FilterGroup>
  );
}
