import { useId } from 'react';
import type { Tool } from '#contracts/tool.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { AverageRating } from '#web/ui/rating.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';
import { handOverTool } from './handed-tool.ts';
import { canBeOrdered } from './tool-facts.ts';
import { Highlighted } from './tools/highlighted.tsx';

interface ToolCardProps {
  tool: Tool;
  /** The rank of the name in the page's outline. */
  heading: 'h2' | 'h3';
  /** The card's width, as `sizes` in HTML takes it. */
  sizes: string;
  /** Fetch the picture at once. */
  eager?: boolean;
  /** What was looked for, to be marked in name and description. */
  words?: readonly string[] | undefined;
}

/** A tool in a grid: picture, name, description, INSTOCK, price, quantities and the way to order it. */
export function ToolCard({ tool, heading: Heading, sizes, eager = false, words }: ToolCardProps) {
  const orderable = canBeOrdered(tool);
  const nameId = useId();
  const cart = <Icon name="cart" />;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface">
      <ToolPicture img={tool.img} picture={tool.picture} alt="" sizes={sizes} eager={eager} />
      <div className="flex flex-1 flex-col gap-3 border-t border-line p-4">
        <div>
          <p className="label-caps flex min-h-4 gap-x-2 text-ink-soft">
            {tool.brand && <span>{tool.brand}</span>}
            {tool.brand && tool.category && <span aria-hidden="true">·</span>}
            {tool.category && <span>{tool.category}</span>}
          </p>
          <Heading id={nameId} className="mt-1 text-lg">
            <Highlighted text={tool.name} words={words} />
          </Heading>
        </div>
        <p className="line-clamp-4 text-sm text-ink-soft">
          <Highlighted text={tool.description} words={words} />
        </p>
        <AverageRating rating={tool.rating} count={tool.rating_count} />
        <div className="mt-auto flex items-end justify-between gap-3 pt-1">
          <Price amount={tool.price} className="text-xl font-bold" />
          <Badge tone="good">INSTOCK</Badge>
        </div>
        <dl className="divide-y divide-line border-y border-line text-sm">
          <Figure label="Order Quantity" value={tool.min_order_quantity} />
          <Figure label="Available Quantity" value={tool.available_quantity} />
        </dl>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {orderable ? (
            <LinkButton
              to={`/tools/${tool._id}`}
              prefetch="intent"
              onClick={() => handOverTool(tool)}
              icon={cart}
              className="flex-1"
              aria-describedby={nameId}
            >
              Add Cart
            </LinkButton>
          ) : (
            <>
              <Button disabled icon={cart} className="flex-1" aria-describedby={nameId}>
                Add Cart
              </Button>
              <p className="font-semibold text-bad">Out of stock</p>
            </>
          )}
        </div>
      </div>
    </article>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex justify-between gap-4 py-1.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}
