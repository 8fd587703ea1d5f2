import { Link } from 'react-router';
import type { ToolFacets } from '#features/catalogue/search/contract.ts';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { classNames } from '#web/ui/class-names.ts';
import { TextField } from '#web/ui/field.tsx';
import { pricesText } from './filter-chips.tsx';
import { Figure, FilterGroup, isNothing } from './filter-options.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';

const line =
  'flex min-h-8 items-center justify-between gap-2.5 text-sm tabular-nums max-md:min-h-11 max-md:text-base';

/** A range of prices: two amounts to type, and the ranges that the shop gives, as links. */
export function PriceFilter({ choice, ranges }: { choice: ToolChoice; ranges: ToolFacets['priceRanges'] }) {
  const { currency } = useShopSettings();
  const amount = {
    inputMode: 'decimal',
    pattern: '[$]?[0-9,]{1,9}([.][0-9]{1,3})?',
    maxLength: 14,
    autoComplete: 'off',
    title: toolsTexts.amountHint,
  } as const;
  return (
    <FilterGroup legend={toolsTexts.price}>
      <div className="grid grid-cols-2 gap-3">
        <TextField label={toolsTexts.from} name="min_price" defaultValue={choice.min_price} {...amount} />
        <TextField label={toolsTexts.to} name="max_price" defaultValue={choice.max_price} {...amount} />
      </div>
      <ul className="mt-2">
        {ranges.map(({ from, to, ...hits }) => {
          const min_price = from > 0 ? String(from) : '';
          const max_price = to === null ? '' : String(to);
          const isChosen = choice.min_price === min_price && choice.max_price === max_price;
          const words = pricesText(min_price || '0', max_price, currency);
          if (isNothing(hits) && !isChosen) {
            return (
              <li key={from} className={classNames(line, 'text-ink-soft')}>
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
                className={classNames(line, 'hover:text-accent-strong', isChosen && 'font-semibold')}
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
