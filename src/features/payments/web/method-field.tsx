import type { ChargesReply } from '#features/delivery-tax/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { SelectField } from '#ui/field.tsx';

type MethodFieldProps = { charges: ChargesReply | undefined; onChoose: (method: string) => void };

/** How orders are delivered, where there is a choice. */
export function MethodField({ charges, onChoose }: MethodFieldProps) {
  const asPrice = usePrice();
  // Where nothing delivers, what could be collected is a choice of its own.
  const isUnchosen = charges?.deliveryMethodId === null;
  if (!charges || charges.methods.length < (isUnchosen ? 1 : 2)) return null;
  return (
    <SelectField
      label={texts.method}
      value={charges.deliveryMethodId ?? ''}
      onChange={({ target }) => onChoose(target.value)}
      none={isUnchosen ? texts.chooseMethod : undefined}
      options={charges.methods.map(({ id, name, price }) => [
        id,
        texts.methodPrice(name, price > 0 ? asPrice(price) : texts.free),
      ])}
    />
  );
}
