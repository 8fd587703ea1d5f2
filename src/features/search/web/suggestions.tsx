import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type Card, listCardsCall } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { suggestionTexts as texts } from '#features/catalogue/texts/tool.ts';
import { FamilyPrices, sizesText } from '#features/catalogue/web/family-card.tsx';
import { familyCardPath, familyPicture, isFamilyCard } from '#features/catalogue/web/family-of-card.ts';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { classNames } from '#ui/class-names.ts';
import { publicApi } from '#ui/client/api-client.ts';
import { Icon } from '#ui/icon.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { optionId, SUGGESTIONS_ID } from './search-shortcut.ts';

/** How long typing must pause. */
const PAUSE_MS = 150;
const MAX_TOOLS = 6;
const MAX_CATEGORIES = 3;
/** Number of hits to fetch, from which the suggested categories are taken. */
const HITS = 12;

type Found = { words: string; tools: Card[]; categories: string[] };

/** A family's card leads to its table, where what fits comes first. */
const pathOf = (card: Card, words: string) =>
  isFamilyCard(card) ? familyCardPath(card, new URLSearchParams({ q: words }).toString()) : toolPath(card);

/** Returns the URLs of all suggestions, in the order that the arrow keys follow. */
function addressesOf({ words, tools, categories }: Found): string[] {
  if (tools.length === 0) return [];
  const list = (query: Record<string, string>) => `/tools?${new URLSearchParams(query)}`;
  return [
    ...tools.map((tool) => pathOf(tool, words)),
    ...categories.map((category) => list({ q: words, category })),
    list({ q: words }),
  ];
}

/** Suggestions for `words`, below the search box; until they load, the previous ones stay. `active` is the
 * option selected by the arrow keys; `onFound` receives the URLs of the options. */
export default function Suggestions({
  words,
  isOpen,
  active,
  onFound,
  onChosen,
}: {
  words: string;
  isOpen: boolean;
  active: number | undefined;
  onFound: (addresses: string[]) => void;
  onChosen: (address: string) => void;
}): ReactNode {
  const found = useFound(words);
  const addresses = found && addressesOf(found);
  useEffect(() => onFound(found ? addressesOf(found) : []), [found, onFound]);
  useEffect(() => {
    if (active !== undefined) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const isShown = isOpen && found !== undefined;
  return (
    <>
      <p role="status" className="sr-only">
        {isShown && texts.count(addresses?.length ?? 0)}
      </p>
      {isShown && (
        // Results for other words are rendered as new elements, not moved.
        <div key={found.words} className="search-suggestions">
          {addresses?.length === 0 ? (
            <p className="px-3 py-4 text-ink-soft wrap-anywhere">{texts.none(found.words)}</p>
          ) : (
            <Options found={found} addresses={addresses ?? []} active={active} onChosen={onChosen} />
          )}
        </div>
      )}
    </>
  );
}

/** Fetches suggestions when typing pauses; the previous ones stay meanwhile. If it fails, the box works
 * without them. */
function useFound(words: string): Found | undefined {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(setAsked, PAUSE_MS, words);
    return () => clearTimeout(timer);
  }, [words]);
  const { data } = useQuery({
    queryKey: ['suggestions', asked],
    queryFn: async ({ signal }): Promise<Found> => {
      const { rows } = await publicApi.list(listCardsCall, {
        query: { q: asked, limit: HITS },
        signal,
      });
      return { words: asked, tools: rows.slice(0, MAX_TOOLS), categories: categoriesOf(rows) };
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  return data;
}

function categoriesOf(tools: Card[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of tools) if (category) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([category]) => category)
    .slice(0, MAX_CATEGORIES);
}

function Options({
  found: { words, tools, categories },
  addresses,
  active,
  onChosen,
}: {
  found: Found;
  addresses: string[];
  active: number | undefined;
  onChosen: (address: string) => void;
}) {
  const option = (index: number, more: string) => ({
    id: optionId(index),
    to: addresses[index] ?? '/tools',
    role: 'option',
    'aria-selected': index === active,
    tabIndex: -1,
    onClick: () => onChosen(addresses[index] ?? '/tools'),
    className: classNames(
      'flex min-h-11 items-center gap-3 px-3 hover:bg-sunken aria-selected:bg-accent-wash aria-selected:text-accent',
      more,
    ),
  });
  return (
    // The box keeps the focus, as with the arrow keys.
    <div
      id={SUGGESTIONS_ID}
      role="listbox"
      tabIndex={-1}
      aria-label={texts.label}
      onMouseDown={(event) => event.preventDefault()}
    >
      {tools.map((tool, index) => (
        <Link key={tool._id} {...option(index, 'py-1.5')}>
          <ToolPicture
            of={isFamilyCard(tool) ? familyPicture(tool) : tool}
            sizes="64px"
            className="w-14 shrink-0 rounded-md border border-line"
          />
          {/* On small phones the price is below the name. */}
          <span className="flex flex-1 flex-wrap items-center gap-x-3">
            <span className="line-clamp-2 min-w-0 flex-1 basis-40 font-medium">
              <SavedText text={isFamilyCard(tool) ? tool.family.name : tool.name} />
              {isFamilyCard(tool) && (
                <span className="block text-sm font-normal text-ink-soft tabular-nums">
                  {sizesText(tool)}
                </span>
              )}
            </span>
            {isFamilyCard(tool) ? (
              <FamilyPrices card={tool} className="font-semibold" />
            ) : (
              <ToolPrice tool={tool} className="font-semibold" />
            )}
          </span>
        </Link>
      ))}
      {categories.map((category, index) => (
        <Link key={category} {...option(tools.length + index, 'border-t border-line')}>
          <Icon name="search" className="size-4 shrink-0" />
          <span className="truncate">{texts.inCategory(words, category)}</span>
        </Link>
      ))}
      <Link {...option(addresses.length - 1, 'border-t border-line font-semibold')}>
        <span className="truncate">{texts.all(words)}</span>
        <Icon name="arrow-right" className="ml-auto size-4 shrink-0" />
      </Link>
    </div>
  );
}
