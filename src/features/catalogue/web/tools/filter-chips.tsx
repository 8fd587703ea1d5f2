import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatPrice } from '#contracts/money.ts';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { Icon } from '#web/ui/icon.tsx';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** One filter that is on: what it says, and the choice without it. */
export type ActiveFilter = { label: string; without: ToolChoice };

/** The filters that are on, in the order of the form. Prices are in `currency`. */
export function activeFilters(choice: ToolChoice, currency: string): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const add = (label: string, change: Partial<ToolChoice>) =>
    active.push({ label, without: { ...choice, ...change } });
  if (choice.category) add(choice.category, { category: '' });
  for (const name of choice.brand) add(name, { brand: choice.brand.filter((other) => other !== name) });
  const { min_price: min, max_price: max } = choice;
  if (min || max) add(pricesText(min, max, currency), { min_price: '', max_price: '' });
  if (choice.orderable) add(toolsTexts.orderable, { orderable: '' });
  if (choice.rating) add(toolsTexts.starsAndUp(Number(choice.rating)), { rating: '' });
  return active;
}

/** '$5.00 – $10.00', 'From $5.00', 'Up to $10.00'; either end may be empty. */
export function pricesText(min: string, max: string, currency: string): string {
  const price = (amount: string) => formatPrice(Number(amount), currency);
  if (!max) return toolsTexts.pricesFrom(price(min));
  return Number(min) > 0 ? toolsTexts.prices(price(min), price(max)) : toolsTexts.pricesTo(price(max));
}

/** Each filter that is on, to be taken off by itself, and 'Clear filters' for all. Works as links without scripts. */
export function FilterChips({ choice }: { choice: ToolChoice }) {
  const { currency } = useShopSettings();
  const list = useRef<HTMLUListElement>(null);
  const wasInside = useRef(false);
  const active = activeFilters(choice, currency);

  // The chip that was pressed is gone: the focus stays with the next one instead of starting over at the top.
  useEffect(() => {
    if (!wasInside.current || document.activeElement !== document.body) return;
    wasInside.current = false;
    list.current?.querySelector('a')?.focus();
  });

  if (active.length === 0) return null;
  return (
    <ul ref={list} aria-label={toolsTexts.activeFilters} className="flex flex-wrap items-center gap-2">
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={choiceAddress(without)}
            preventScrollReset
            aria-label={toolsTexts.removeFilter(label)}
            onClick={() => {
              wasInside.current = true;
            }}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:border-ink"
          >
            <span className="wrap-anywhere">{label}</span>
            <Icon name="close" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={choiceAddress(withoutFilters(choice))}
          preventScrollReset
          className="text-link inline-flex min-h-8 items-center px-1 text-sm font-semibold"
        >
          {toolsTexts.clearFilters}
        </Link>
      </li>
    </ul>
  );
}
