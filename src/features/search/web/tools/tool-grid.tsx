import { useQueryClient } from '@tanstack/react-query';
import { memo, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import type { Card, Tool } from '#features/catalogue/contract.ts';
import { toolCardTexts } from '#features/catalogue/texts/tool.ts';
import { FamilyCard, FamilyRow } from '#features/catalogue/web/family-card.tsx';
import { isFamilyCard } from '#features/catalogue/web/family-of-card.ts';
import {
  AddCart,
  Highlighted,
  PrefetchToolPage,
  ToolCard,
  ToolFigures,
  ToolKind,
} from '#features/catalogue/web/tool-card.tsx';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { CompareToggle } from '#features/compare/web/compare-toggle.tsx';
import { Badge } from '#ui/badge.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { choiceAddress, fitQuery, type ToolChoice } from './tool-choice.ts';

/** Width of a picture beside the filters, after columns and gaps; on a phone the width of its box. */
const SIZES = [
  '(min-width: 1280px) 299px',
  '(min-width: 1024px) calc(50vw - 180px)',
  '(min-width: 768px) calc(50vw - 152px)',
  '152px',
].join(', ');

/** The pictures of the first row are loaded eagerly, on a phone two more; others when they come near. */
const EAGER_CARDS = 3;
const EAGER_ROWS = 6;

/** Tools, a family as one, in columns of cards, or as compact rows. Returning users find the focus on the same card. */
export function ToolGrid({
  tools,
  choice,
  after,
  words,
}: {
  tools: readonly Card[];
  choice: ToolChoice;
  after: string | undefined;
  words: readonly string[];
}) {
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list, choiceAddress(choice, after));
  useKeptPlace(list);
  const isRow = choice.view === 'rows';
  const search = fitQuery(choice);
  return (
    <>
      <ul ref={list} className={isRow ? 'border-t border-line' : 'tool-cards xl:grid-cols-3'}>
        {tools.map((tool, at) => (
          <Item
            key={tool._id}
            tool={tool}
            search={search}
            isRow={isRow}
            words={words}
            eager={at < (isRow ? EAGER_ROWS : EAGER_CARDS)}
          />
        ))}
      </ul>
      <PrefetchToolPage tool={tools.find((tool) => !isFamilyCard(tool))} />
    </>
  );
}

/** Puts the focus back on the card that had it when a list was left, once the reader goes back to it. */
function useKeptFocus(list: RefObject<HTMLElement | null>, address: string): void {
  const queries = useQueryClient();
  const isBack = useNavigationType() === 'POP';
  useLayoutEffect(() => {
    const box = list.current;
    const key = ['focused-tool', address];
    const focused = isBack && queries.getQueryData<string | null>(key);
    if (focused)
      box?.querySelector<HTMLElement>(`[data-tool="${focused}"] a`)?.focus({ preventScroll: true });
    return () => {
      const card = document.activeElement?.closest('[data-tool]');
      queries.setQueryData(key, card && box?.contains(card) ? card.getAttribute('data-tool') : null);
    };
  }, [list, address, queries, isBack]);
}

/** Keeps the card at the top of the window there when the list's width changes, as on a rotated phone. */
function useKeptPlace(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    let width = box.clientWidth;
    let seen: { card: Element; top: number } | undefined;
    const topOf = (card: Element) => card.getBoundingClientRect().top;
    const onScroll = () => {
      // In a row of cards the same one counts until the user scrolls, however often a phone is rotated.
      if (box.clientWidth !== width || (seen && Math.abs(topOf(seen.card) - seen.top) < 1)) return;
      const card = [...box.children].find((each) => each.getBoundingClientRect().bottom > 0);
      seen = card && { card, top: topOf(card) };
    };
    const sizes = new ResizeObserver(() => {
      if (box.clientWidth !== width && seen) window.scrollBy(0, topOf(seen.card) - seen.top);
      width = box.clientWidth;
    });
    sizes.observe(box);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [list]);
}

interface ItemProps {
  tool: Card;
  search: string;
  isRow: boolean;
  words: readonly string[];
  eager: boolean;
}

const Item = memo(function Item({ isRow, search, ...card }: ItemProps) {
  const { tool, ...look } = card;
  if (isFamilyCard(tool)) {
    const family = { ...look, card: tool, search };
    return (
      <li data-tool={tool._id}>
        {isRow ? <FamilyRow {...family} /> : <FamilyCard {...family} heading="h2" sizes={SIZES} />}
      </li>
    );
  }
  return (
    <li data-tool={tool._id}>
      {isRow ? (
        <ToolRow {...card} />
      ) : (
        <ToolCard
          {...card}
          heading="h2"
          sizes={SIZES}
          beside={(nameId) => <CompareToggle tool={tool} nameId={nameId} />}
        />
      )}
    </li>
  );
});

/** A tool in the compact list: the content of its card except the description, in a few lines or in one
 * row. */
function ToolRow({ tool, words, eager }: { tool: Tool; words: readonly string[]; eager: boolean }) {
  const nameId = useId();
  return (
    <article className="tool-row">
      <ToolPicture
        of={tool}
        sizes="80px"
        eager={eager}
        className="card-picture rounded-md border border-line"
      />
      <div className="card-head min-w-0">
        <p className="label-caps wrap-anywhere text-ink-soft">
          <ToolKind tool={tool} />
        </p>
        <h2
          id={nameId}
          title={tool.name}
          className="text-base font-semibold tracking-normal wrap-anywhere font-stretch-normal"
        >
          <Highlighted text={tool.name} words={words} />
        </h2>
      </div>
      <div className="card-figures flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-soft">
        <Badge tone="good">{toolCardTexts.inStock}</Badge>
        <ToolFigures
          tool={tool}
          labels={toolCardTexts.figures}
          className="flex min-w-0 flex-wrap gap-x-4"
          figureClass="flex flex-wrap gap-x-1.5"
          valueClass="font-semibold text-ink tabular-nums"
        />
        <AverageRating rating={tool.rating} count={tool.rating_count} />
      </div>
      <p className="card-price text-right">
        <ToolPrice tool={tool} className="text-lg font-bold" />
      </p>
      <div className="card-cart flex flex-col items-stretch gap-1 self-center text-sm max-lg:self-end">
        <AddCart tool={tool} nameId={nameId} size="sm" />
        <CompareToggle tool={tool} nameId={nameId} />
      </div>
    </article>
  );
}
