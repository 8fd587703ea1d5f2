import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { Tool } from '#contracts/tool.ts';
import { toolsTexts } from '#texts/tools.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PrefetchToolPage } from '../prefetch-tool-page.tsx';
import { ToolCard } from '../tool-card.tsx';
import { heightBetween, type ListPlace, STRETCH_TOOLS, stretchCount } from './list-place.ts';
import type { ToolChoice } from './tool-choice.ts';
import { ToolRow } from './tool-row.tsx';
import { useStretches } from './use-stretches.ts';

/** How wide the filters beside them, the columns and their gaps leave a picture; on a phone it is what its box is. */
const SIZES = [
  '(min-width: 1280px) 299px',
  '(min-width: 1024px) calc(50vw - 180px)',
  '(min-width: 768px) calc(50vw - 152px)',
  '152px',
].join(', ');

/** The pictures of the first row are fetched ahead, on a phone of two more; others when they are laid out. */
const WIDEST_ROW = 3;

interface LongGridProps {
  tools: readonly Tool[];
  view: ToolChoice['view'];
  words: readonly string[];
  /** Where the reader is. Changed as that changes. */
  place: ListPlace;
}

/**
 * Tools in one to three columns of cards, or as compact rows, ten thousand of them if need be. What is far out of sight is taken out of the page; a
 * box of the same height stands for it. The card with the focus stays.
 */
export function LongGrid({ tools, view, words, place }: LongGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const { from, to, held, observe } = useStretches(grid, place, tools.length);
  const stretches = useTakenStretches(tools);
  // For a reader who comes back to the page; afterwards the focus is their own.
  const left = useRef(place.focused);
  useLayoutEffect(() => {
    if (!left.current) return;
    const card = grid.current?.querySelector(`[data-tool="${CSS.escape(left.current)}"]`);
    card?.querySelector('a')?.focus({ preventScroll: true });
  }, []);

  const shown = stretches.map((_, index) => index).slice(from, to);
  if (held !== undefined && held < from) shown.unshift(held);
  if (held !== undefined && held >= to && held < stretches.length) shown.push(held);
  let end = 0;
  return (
    <div ref={grid} className={view === 'rows' ? 'border-t border-line' : '-mb-3 md:-mb-5'}>
      {shown.flatMap((index) => {
        const before = heightBetween(place, end, index);
        end = index + 1;
        const stretch = (
          <Stretch
            key={index}
            index={index}
            tools={stretches[index] ?? []}
            view={view}
            words={words}
            observe={observe}
          />
        );
        return before > 0 ? [<div key={`before ${index}`} style={{ height: before }} />, stretch] : stretch;
      })}
      {end < stretches.length && <div style={{ height: heightBetween(place, end, stretches.length) }} />}
      {tools[0] && <PrefetchToolPage toolId={tools[0]._id} />}
    </div>
  );
}

interface StretchProps {
  index: number;
  tools: readonly Tool[];
  view: ToolChoice['view'];
  words: readonly string[];
  observe: (stretch: HTMLElement | null) => (() => void) | undefined;
}

/** Some rows of the grid. The gap below belongs to it, so that its height is all that it takes. */
const Stretch = memo(function Stretch({ index, tools, view, words, observe }: StretchProps) {
  const first = index * STRETCH_TOOLS;
  const isRows = view === 'rows';
  return (
    <ul
      ref={observe}
      data-stretch={index}
      aria-label={toolsTexts.stretch(first + 1, first + tools.length)}
      className={classNames(
        !isRows && 'tool-cards pb-3 md:pb-5 xl:grid-cols-3',
        index > 0 && (isRows ? 'rows-laid-out-late' : 'cards-laid-out-late'),
      )}
    >
      {tools.map((tool, at) => (
        <li key={tool._id} data-tool={tool._id}>
          {isRows ? (
            <ToolRow tool={tool} words={words} eager={first + at < STRETCH_TOOLS} />
          ) : (
            <ToolCard tool={tool} heading="h2" sizes={SIZES} eager={first + at < WIDEST_ROW} words={words} />
          )}
        </li>
      ))}
    </ul>
  );
});

/** The tools in stretches. One whose tools are still the same is the same array as before, and is not drawn again. */
function useTakenStretches(tools: readonly Tool[]): readonly (readonly Tool[])[] {
  const before = useRef<readonly (readonly Tool[])[]>([]);
  return useMemo(() => {
    before.current = Array.from({ length: stretchCount(tools.length) }, (_, index) => {
      const taken = tools.slice(index * STRETCH_TOOLS, (index + 1) * STRETCH_TOOLS);
      const same = before.current[index];
      return same?.length === taken.length && taken.every((tool, at) => tool === same[at]) ? same : taken;
    });
    return before.current;
  }, [tools]);
}
