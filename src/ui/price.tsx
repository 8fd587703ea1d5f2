import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { usePrice, useShopSettings } from './client/load-context.ts';

type PriceProps = { amount: number; className?: string; children?: ReactNode };

/** A price in the shop's currency, its figures lining up. `amount` is the decimal number from the wire. */
export function Price({ amount, className, children }: PriceProps) {
  const price = usePrice();
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {price(amount)}
      {children}
    </span>
  );
}

/** What a tool costs, and below it what the owner's rules make of that: tax is in
 * it, say, or delivery comes to it. */
export function NotedPrice(props: PriceProps) {
  const { priceNote } = useShopSettings();
  return (
    <Price {...props}>
      {priceNote && <small className="block text-xs font-normal text-ink-soft">{priceNote}</small>}
    </Price>
  );
}
