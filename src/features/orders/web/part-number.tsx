import { classNames } from '#ui/class-names.ts';
import { orderListTexts } from '../texts/orders.ts';

type PartNumberProps = { of: { partNumber: string | null }; className?: string };

/** The part number of an ordered tool, below its name; nothing if it has none. */
export function PartNumber({ of: { partNumber }, className }: PartNumberProps) {
  if (!partNumber) return null;
  return (
    <span className={classNames('block font-normal text-ink-soft wrap-anywhere', className)}>
      {orderListTexts.partNumber(partNumber)}
    </span>
  );
}
