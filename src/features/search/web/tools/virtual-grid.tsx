import { memo, useId, useRef } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolCardTexts } from '#features/catalogue/texts/tool.ts';
import {
  AddCart,
  Highlighted,
  kindOf,
  PrefetchToolPage,
  ToolCard,
  ToolFigures,
} from '#features/catalogue/web/tool-card.tsx';
import { Badge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';
import { useScrollState } from './use-scroll-state.ts';

/** Width of a picture beside the filters, after columns and gaps; on a phone the width of its box. */
const SIZES = [
  '(min-width: 1280px) 299px',
  '(min-width: 1024px) calc(50vw - 180px)',
  '(min-width: 768px) calc(50vw - 152px)',
  '152px',
].join(', ');

/** Number of tools that are laid out together: full rows at one, two and three columns. */
const PART_TOOLS = 6;

/** The pictures of the first row are loaded eagerly, on a phone two more; others when they are laid out. */
const WIDEST_ROW = 3;

/** Tools in columns of cards, or as compact rows, up to ten thousand: parts far out of sight are not laid
 * out. Returning users find the list as they left it, with the focus on the same card. */
export function VirtualGrid({
  tools,
  choice,
  after,
  words,
}: {
  tools: readonly Tool[];
  choice: ToolChoice;
  after: string | undefined;
  words: readonly string[];
}) {
  const list = useRef<HTMLDivElement>(null);
  const heights = useScrollState(list, choiceAddress(choice, after));
  const isRows = choice.view === 'rows';
  const parts = Array.from({ length: Math.ceil(tools.length / PART_TOOLS) }, (_, index) => ({
    index,
    tools: tools.slice(index * PART_TOOLS, (index + 1) * PART_TOOLS),
  }));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: between a `ul` and its items no parts could stand. */}
      <div ref={list} role="list" className={isRows ? 'border-t border-line' : 'grid gap-3 md:gap-5'}>
        {parts.map(({ index, tools: some }) => (
          <div
            key={index}
            className={isRows ? 'row-part' : 'card-part tool-cards xl:grid-cols-3'}
            style={heights?.[index] ? { containIntrinsicBlockSize: `auto ${heights[index]}px` } : undefined}
          >
            {some.map((tool, at) => (
              <Item
                key={tool._id}
                tool={tool}
                isRow={isRows}
                words={words}
                eager={index === 0 && (isRows || at < WIDEST_ROW)}
              />
            ))}
          </div>
        ))}
      </div>
      <PrefetchToolPage tool={tools[0]} />
    </>
  );
}

interface ItemProps {
  tool: Tool;
  isRow: boolean;
  words: readonly string[];
  eager: boolean;
}

const Item = memo(function Item({ isRow, ...card }: ItemProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: its list is no `ul`.
    <div role="listitem" data-tool={card.tool._id}>
      {isRow ? <ToolRow {...card} /> : <ToolCard {...card} heading="h2" sizes={SIZES} />}
    </div>
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
        <p className="label-caps line-clamp-1 wrap-anywhere text-ink-soft">{kindOf(tool)}</p>
        <h2
          id={nameId}
          title={tool.name}
          className="line-clamp-3 text-base font-semibold tracking-normal wrap-anywhere font-stretch-normal lg:line-clamp-2"
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
      <Price amount={tool.unit_price} className="card-price text-right text-lg font-bold" />
      <div className="card-cart flex flex-col items-stretch gap-1 self-center text-sm max-lg:self-end">
        <AddCart tool={tool} nameId={nameId} size="sm" />
      </div>
    </article>
  );
}
