import { usePrice } from '#web/client/load-context.ts';
import { classNames } from './class-names.ts';

/** A price in the shop's currency, its figures lining up. `amount` is the decimal number from the wire. */
export function Price({ amount, className }: { amount: number; className?: string }) {
  const price = usePrice();
  return <span className={classNames('whitespace-nowrap tabular-nums', className)}>{price(amount)}</span>;
}
