import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { usePrice, useShopSettings } from './client/load-context.ts';

type PriceProps = { amount: number; className?: string; children?: ReactNode };

/** A price in the shop's currency, with aligned figures. `amount` is the decimal number from the wire. */
export function Price({ amount, className, children }: PriceProps) {
  const price = usePrice();
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {price(amount)}
      {children}
    </span>
  );
}

/** A tool's price, and below it a note by the owner's settings, for example that tax is included or delivery
 * is added. */
export function NotedPrice(props: PriceProps) {
  const { priceNote } = useShopSettings();
  return (
    <Price {...props}>
      {priceNote && <small className="block text-xs font-normal text-ink-soft">{priceNote}</small>}
    </Price>
  );
}
