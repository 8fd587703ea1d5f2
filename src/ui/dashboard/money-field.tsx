import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { currencyDigits } from '#contracts/money.ts';
import { usePriceStyle } from '../client/load-context.ts';
import { TextField } from '../field.tsx';

/** A field of a form for an amount of money. A given amount has all its decimals ('24.50'); a typed one stays
 * as it was typed (`isTyped`). */
export function MoneyField({
  ref,
  isTyped,
  ...field
}: ComponentProps<typeof TextField> & { isTyped: boolean }) {
  const { currency } = usePriceStyle();
  const input = useRef<HTMLInputElement>(null);
  // After each rendering, since resetting the form writes the plain number again.
  useLayoutEffect(() => {
    const box = input.current;
    if (!box || isTyped || box.value === '' || box === document.activeElement) return;
    box.value = Number(box.value).toFixed(currencyDigits(currency));
  });
  return (
    <TextField
      type="number"
      inputMode="decimal"
      step="any"
      {...field}
      ref={(box) => {
        input.current = box;
        if (typeof ref === 'function') ref(box);
      }}
    />
  );
}
