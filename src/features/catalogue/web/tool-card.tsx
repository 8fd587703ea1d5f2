import { useId } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { canBeOrdered } from '#features/catalogue/rules.ts';
import { toolCardTexts } from '#features/catalogue/texts/tool-card.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { formatCount } from '#web/ui/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';
import { AverageRating } from '#web/ui/rating.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';
import { handOverTool } from './tool-query.ts';
import { Highlighted } from './tools/highlighted.tsx';

interface ToolCardProps {
  tool: Tool;
  /** The rank of the name in the page's outline. */
  heading: 'h2' | 'h3';
  /** The picture's width, as `sizes` in HTML takes it. */
  sizes: string;
  /** Fetch the picture at once. */
  eager?: boolean;
  /** What was looked for, to be marked in name and description. */
  words?: readonly string[] | undefined;
}

/**
 * A tool in a list (`tool-cards`): picture, name, description, INSTOCK, price, quantities and the way to order it, for
 * which the whole card can be pressed.
 */
export function ToolCard({ tool, heading: Heading, sizes, eager = false, words }: ToolCardProps) {
  const nameId = useId();
  return (
    <article className="tool-card overflow-hidden rounded-md border border-line bg-surface has-[a:hover]:border-line-strong">
      <ToolPicture
        img={tool.img}
        picture={tool.picture}
        alt=""
        sizes={sizes}
        eager={eager}
        className="card-picture border-b border-line max-md:border-r"
      />
      <div className="card-head min-w-0 pt-3 pr-3 md:px-4">
        <p className="label-caps line-clamp-2 wrap-anywhere text-ink-soft md:line-clamp-1">{kindOf(tool)}</p>
        {/* A longer name would open holes in the cards beside it. */}
        <Heading
          id={nameId}
          title={tool.name}
          className="mt-1 line-clamp-3 text-base wrap-anywhere md:line-clamp-2 md:text-lg"
        >
          <Highlighted text={tool.name} words={words} />
        </Heading>
        <AverageRating rating={tool.rating} count={tool.rating_count} />
      </div>
      <p className="card-text line-clamp-2 px-3 text-sm wrap-anywhere text-ink-soft md:mt-2 md:px-4">
        <Highlighted text={tool.description} words={words} />
      </p>
      <div className="card-price flex flex-wrap items-center gap-x-3 gap-y-1 pr-3 max-xs:pl-3 md:justify-between md:px-4 md:py-3">
        <Price amount={tool.price} className="text-lg font-bold md:text-xl" />
        <Badge tone="good">{toolCardTexts.inStock}</Badge>
      </div>
      <dl className="card-figures content-center pl-3 max-xs:pr-3 md:mx-4 md:grid md:grid-cols-2 md:divide-x md:divide-line md:border-t md:border-line md:pl-0">
        <Figure label={toolCardTexts.orderQuantity} value={tool.min_order_quantity} />
        <Figure label={toolCardTexts.availableQuantity} value={tool.available_quantity} />
      </dl>
      <div className="card-cart flex flex-wrap items-center gap-x-4 gap-y-1 pr-3 pb-3 max-xs:pl-3 md:px-4 md:pt-2 md:pb-4">
        <AddCart tool={tool} nameId={nameId} />
      </div>
    </article>
  );
}

/** 'Kestrel · Hand tools', or what of it is known. */
export function kindOf({ brand, category }: Tool): string {
  return [brand, category].filter(Boolean).join(' · ');
}

/** The way to order a tool, for which the whole of its card or row can be pressed; beside a large one stands an icon. */
export function AddCart({ tool, nameId, size }: { tool: Tool; nameId: string; size?: 'sm' }) {
  const look = {
    variant: 'secondary',
    size,
    icon: size ? undefined : <Icon name="cart" />,
    'aria-describedby': nameId,
  } as const;
  if (!canBeOrdered(tool)) {
    return (
      <>
        <Button {...look} disabled className="flex-1">
          {toolCardTexts.addCart}
        </Button>
        <p className="font-semibold text-bad">{toolCardTexts.outOfStock}</p>
      </>
    );
  }
  return (
    <LinkButton
      {...look}
      to={`/tools/${tool._id}`}
      prefetch="intent"
      onClick={() => handOverTool(tool)}
      className="flex-1 after:absolute after:inset-0"
    >
      {toolCardTexts.addCart}
    </LinkButton>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex items-baseline justify-between gap-2 md:flex-col md:justify-start md:gap-0 md:py-2 md:last:pl-4">
      <dt className="text-xs text-ink-soft">{label}</dt>
      <dd className="text-sm font-semibold tabular-nums md:text-base">{formatCount(value)}</dd>
    </div>
  );
}
