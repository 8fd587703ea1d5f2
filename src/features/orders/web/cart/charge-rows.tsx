import type { ReactNode } from 'react';
import type { ChargesReply } from '#features/charges/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import { Price } from '#web/ui/price.tsx';

type Sums = Pick<ChargesReply, 'delivery' | 'tax' | 'taxIncluded' | 'taxName'>;

/** What comes to the goods: delivery, and the tax or how much of the total it is. Nothing where there is neither. */
export function ChargeRows({ charges: { delivery, tax, taxIncluded, taxName } }: { charges: Sums }) {
  const name = taxName || texts.tax;
  return (
    <>
      {delivery > 0 && <SumRow label={texts.delivery}>{<Price amount={delivery} />}</SumRow>}
      {tax > 0 && (
        <SumRow label={taxIncluded ? texts.included(name) : name}>
          <Price amount={tax} />
        </SumRow>
      )}
    </>
  );
}

/** A line of a sum: what it is, and how much. */
export function SumRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="shrink-0 text-ink-soft">{label}</dt>
      <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
