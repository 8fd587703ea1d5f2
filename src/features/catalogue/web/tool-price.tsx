import { Price } from '#ui/price.tsx';
import type { Tool } from '../contract.ts';
import { reductionOf } from '../rules.ts';
import { reducedTexts as texts } from '../texts/tool.ts';

type PricedProps = { tool: Tool; className?: string };

/** A tool's price in a list, what it was reduced from, and what it comes to for a liter, kilogram, and so
 * on. */
export const ToolPrice = ({ tool, className = '' }: PricedProps) => (
  <span>
    <Price amount={tool.unit_price} className={className} />
    <FormerPrice tool={tool} className="block text-xs" />
    <MeasurePrice tool={tool} className="block text-xs" />
  </span>
);

/** What a reduced tool cost before, and how much less it now is: 'Lowest price in 30 days: $99.00, −20%'. */
export function FormerPrice({ tool, className = '' }: PricedProps) {
  const reduction = reductionOf(tool);
  return (
    reduction && (
      <span className={`text-ink-soft ${className}`}>
        {texts.lowest} <Price amount={reduction.former} className="line-through" />
        {reduction.percent > 0 && <b className="text-bad"> −{reduction.percent}%</b>}
      </span>
    )
  );
}

/** What a tool costs for a liter, kilogram, and so on, if its content is known: '$19.96 / 1 l'. */
export const MeasurePrice = ({ tool: { measure_price: measure }, className = '' }: PricedProps) =>
  measure && (
    <span className={`text-ink-soft ${className}`}>
      <Price amount={measure.price} /> / {measure.per}
    </span>
  );
