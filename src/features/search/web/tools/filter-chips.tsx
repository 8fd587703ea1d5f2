import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { toolsTexts } from '#features/search/texts.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { activeFilters } from './active-filters.ts';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** Each filter that is on, to be taken off by itself, and 'Clear filters' for all.
 * Works as links without scripts. */
export function FilterChips({ choice }: { choice: ToolChoice }) {
  const price = usePrice();
  const list = useRef<HTMLUListElement>(null);
  const wasInside = useRef(false);
  const active = activeFilters(choice, price);

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
