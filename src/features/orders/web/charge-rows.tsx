import type { ReactNode } from 'react';
import { toCents, toPrice } from '#contracts/money.ts';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import { taxAdjustmentText } from '#features/charge-rules/texts/charges.ts';
import { exemptText } from '#features/exemptions/texts.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { Price } from '#ui/price.tsx';
import { cartSumTexts as texts } from '../texts/cart.ts';

/** What was or would be charged; a bill never lacks an address. */
type Charged = Pick<ChargesReply, 'goods' | 'delivery' | 'tax' | 'taxIncluded' | 'taxName' | 'total'> &
  Partial<Pick<ChargesReply, 'undeliverable' | 'exemption'>>;

type ChargeRowsProps = {
  charges: Charged;
  /** Total of the orders at their own prices. */
  ordered: number;
  /** Label of that total. If omitted, only what differs from it is shown; else delivery and tax always. */
  label?: string;
};

/** Whether delivery and tax can't be known before the buyer has chosen an address. */
const isBeforeAddress = ({ undeliverable }: Charged) =>
  undeliverable === 'address_needed' || undeliverable === 'several_places';

/** The rows above the total, which add up to it: goods, adjustments for tax, delivery, and the tax or its
 * share of the total. */
export function ChargeRows({ charges, ordered, label }: ChargeRowsProps) {
  const { currency, taxAdded } = useShopSettings();
  const { goods, delivery, tax, taxIncluded, taxName, total } = charges;
  const name = taxName || texts.tax;
  const adjustment = difference(goods, ordered, currency);
  const isWhole = label !== undefined;
  const isOpen = isWhole && isBeforeAddress(charges);
  return (
    <>
      {(isWhole || total !== ordered || adjustment !== 0) && (
        <SumRow label={label ?? texts.tools}>
          <Price amount={ordered} />
        </SumRow>
      )}
      {adjustment !== 0 && (
        <SumRow label={taxAdjustmentText(name, tax)}>
          <Price amount={adjustment} />
        </SumRow>
      )}
      {(delivery > 0 || isOpen || (isWhole && !charges.undeliverable)) && (
        <SumRow label={texts.delivery}>
          {isOpen ? texts.afterAddress : delivery > 0 ? <Price amount={delivery} /> : texts.free}
        </SumRow>
      )}
      {charges.exemption && <SumRow label={exemptText(charges.exemption)}>{texts.noTax}</SumRow>}
      {!charges.exemption && (tax > 0 || (isWhole && taxAdded)) && (
        <SumRow label={taxIncluded ? texts.included(name) : name}>
          {isOpen ? texts.afterAddress : <Price amount={tax} />}
        </SumRow>
      )}
    </>
  );
}

/** Subtracts amounts in whole minor units. */
export const difference = (amount: number, other: number, currency: string): number =>
  toPrice((toCents(amount, currency) ?? 0) - (toCents(other, currency) ?? 0), currency);

/** A row of a sum: label and amount. */
export function SumRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ml-auto min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
    </div>
  );
}
