import type { ToolDetails } from '#features/catalogue/contract.ts';
import { priceBreakTexts as texts } from '#features/catalogue/texts/tool.ts';
import { formatCount } from '#texts/locale.ts';
import { Price } from '#ui/price.tsx';

/** A tool's unit prices by quantity, beside its price; renders nothing if it has one price. */
export function ToolPriceBreaks({ tool }: { tool: ToolDetails }) {
  const minimum = tool.min_order_quantity;
  const first = { quantity: minimum, price: tool.unit_price };
  const rows = [first, ...tool.price_breaks.filter(({ quantity }) => quantity > minimum)];
  if (rows.length === 1) return null;
  return (
    <table className="mt-4 w-full border-y border-line text-left tabular-nums">
      <caption className="label-caps pb-1 text-left text-ink-soft">{texts.heading}</caption>
      <tbody className="divide-y divide-line">
        {rows.map((each) => (
          <tr key={each.quantity}>
            <th scope="row" className="py-1.5 pr-4 font-normal text-ink-soft">
              {texts.from(formatCount(each.quantity))}
            </th>
            <td className="py-1.5 text-right font-semibold">
              <Price amount={each.price} /> {texts.each}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
