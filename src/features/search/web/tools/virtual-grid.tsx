import { memo, useRef } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { PrefetchToolPage, ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';
import { ToolRow } from './tool-row.tsx';
import { useScrollState } from './use-scroll-state.ts';

/** How wide the filters beside them, the columns and their gaps leave a picture; on
 * a phone it is what its box is. */
const SIZES = [
  '(min-width: 1280px) 299px',
  '(min-width: 1024px) calc(50vw - 180px)',
  '(min-width: 768px) calc(50vw - 152px)',
  '152px',
].join(', ');

/** Tools that are laid out together: full rows at one, two and three columns. */
const PART_TOOLS = 6;

/** The pictures of the first row are fetched ahead, on a phone of two more; others when they are laid out. */
const WIDEST_ROW = 3;

/** Tools in columns of cards, or as compact rows, ten thousand if need be: parts far out of sight are not
 * laid out. Who comes back finds the list as it was left, with the focus on the card that had it. */
export function VirtualGrid({
  tools,
  choice,
  words,
}: {
  tools: readonly Tool[];
  choice: ToolChoice;
  words: readonly string[];
}) {
  const list = useRef<HTMLDivElement>(null);
  const heights = useScrollState(list, choiceAddress(choice));
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
