import type { ChargesReply } from '#features/charges/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import { usePrice } from '#web/client/load-context.ts';
import { SelectField } from '#web/ui/field.tsx';

type MethodFieldProps = { charges: ChargesReply | undefined; onChoose: (method: string) => void };

/** How orders are delivered, where there is a choice. */
export function MethodField({ charges, onChoose }: MethodFieldProps) {
  const asPrice = usePrice();
  if (!charges || charges.methods.length < 2) return null;
  return (
    <SelectField
      label={texts.method}
      value={charges.deliveryMethodId ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {charges.methods.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {texts.methodPrice(name, price > 0 ? asPrice(price) : texts.free)}
        </option>
      ))}
    </SelectField>
  );
}
