import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { readRange, type SpecificationRange } from '#features/catalogue/rules.ts';
import { toolsTexts } from '#features/search/texts.ts';
import { formatNumber } from '#texts/locale.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** A chip for each active filter that removes it, and 'Clear filters' for all. Without scripts these are
 * plain links. */
export function FilterChips({ choice }: { choice: ToolChoice }) {
  const price = usePrice();
  const list = useRef<HTMLUListElement>(null);
  const wasInside = useRef(false);
  const active = activeFilters(choice, price);

  // The pressed chip is gone: moves the focus to the next one, instead of losing it to the top of the page.
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

type WritePrice = (amount: number) => string;

/** An active filter: its label, and the choice without it. */
type ActiveFilter = { label: string; without: ToolChoice };

/** Lists the active filters, in the order of the form. `price` formats an amount. */
export function activeFilters(choice: ToolChoice, price: WritePrice): ActiveFilter[] {
  const active: ActiveFilter[] = [];
  const add = (label: string, change: Partial<ToolChoice>) =>
    active.push({ label, without: { ...choice, ...change } });
  if (choice.category) add(choice.category, { category: '' });
  for (const name of choice.brand) add(name, { brand: choice.brand.filter((other) => other !== name) });
  const { min_price: min, max_price: max } = choice;
  if (min || max) add(formatPrices(min, max, price), { min_price: '', max_price: '' });
  if (choice.orderable) add(toolsTexts.orderable, { orderable: '' });
  if (choice.rating) add(toolsTexts.starsAndUp(Number(choice.rating)), { rating: '' });
  for (const text of choice.spec) {
    const range = readRange(text);
    if (!range) continue;
    const words = toolsTexts.specification(range.label, formatRange(range));
    add(words, { spec: choice.spec.filter((other) => other !== text) });
  }
  return active;
}

/** Formats as '$5.00 – $10.00', 'From $5.00', 'Up to $10.00'; either end may be empty. */
export function formatPrices(min: string, max: string, price: WritePrice): string {
  const [from, to] = [price(Number(min)), price(Number(max))];
  if (!max) return toolsTexts.pricesFrom(from);
  return Number(min) > 0 ? toolsTexts.prices(from, to) : toolsTexts.pricesTo(to);
}

/** Formats as '10 – 20', 'From 10', 'Up to 20'. */
export function formatRange({ from, to }: Pick<SpecificationRange, 'from' | 'to'>): string {
  if (to === undefined) return from === undefined ? '' : toolsTexts.pricesFrom(formatNumber(from));
  return from === undefined
    ? toolsTexts.pricesTo(formatNumber(to))
    : toolsTexts.prices(formatNumber(from), formatNumber(to));
}
