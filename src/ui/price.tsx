import { classNames } from './class-names.ts';
import { usePrice, useShopSettings } from './client/load-context.ts';
import { uiTexts } from './texts.ts';

type PriceProps = { amount: number; className?: string };

/** A price in the shop's currency, with aligned figures. `amount` is the decimal number from the wire. */
export function Price({ amount, className }: PriceProps) {
  const price = usePrice();
  return <span className={classNames('whitespace-nowrap tabular-nums', className)}>{price(amount)}</span>;
}

/** What applies to all prices of a page by the owner's settings, for example that tax is included or delivery
 * is added; nothing if they need no note. */
export function PriceNote({ className }: { className?: string }) {
  const { priceNote } = useShopSettings();
  if (!priceNote) return null;
  return <p className={classNames('text-sm text-ink-soft', className)}>{uiTexts.allPrices(priceNote)}</p>;
}
