import { useId } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolCardTexts } from '#features/catalogue/texts/tool.ts';
import { AddCart, Highlighted, kindOf, ToolFigures } from '#features/catalogue/web/tool-card.tsx';
import { Badge } from '#ui/badge.tsx';
import { NotedPrice } from '#ui/price.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';

/** A tool in the compact list: what its card says but for the description, in a few lines or in one row. */
export function ToolRow({ tool, words, eager }: { tool: Tool; words: readonly string[]; eager: boolean }) {
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
      <NotedPrice amount={tool.price} className="card-price text-right text-lg font-bold" />
      <div className="card-cart flex flex-col items-stretch gap-1 self-center text-sm max-lg:self-end">
        <AddCart tool={tool} nameId={nameId} size="sm" />
      </div>
    </article>
  );
}
