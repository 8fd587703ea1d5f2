import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import type { Tool } from '#features/catalogue/contract.ts';
import { isInPacks } from '#features/catalogue/quantity-rules.ts';
import { deliverySchema } from '#features/orders/contract.ts';
import { orderFormTexts as texts } from '#features/orders/texts/order-form.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { ApiError } from '#web/client/api-client.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Price } from '#web/ui/price.tsx';

/** `kept` is the quantity of an order that is there already. */
type Limits = Pick<Tool, 'min_order_quantity' | 'available_quantity'> & { pack_step?: number; kept?: number };

/** The rules of a tool's order form (specification, section 5). */
export function orderRules({
  min_order_quantity: min,
  available_quantity: available,
  pack_step: step = 1,
  kept,
}: Limits) {
  return z.extend(deliverySchema, {
    minQuantity: z.number({ error: orderRuleTexts.belowMinimum(min) }).check(
      z.int(texts.wholeNumber),
      z.minimum(min, orderRuleTexts.belowMinimum(min)),
      z.maximum(available, orderRuleTexts.aboveAvailable(available)),
      z.refine(
        (quantity) => !Number.isInteger(quantity) || quantity === kept || isInPacks(quantity, min, step),
        orderRuleTexts.notInPacks(min, step),
      ),
    ),
  });
}

/** What is typed into the order form; `minQuantity` is the quantity ordered (the specification's name). */
export type OrderValues = z.infer<ReturnType<typeof orderRules>>;

/** The field of the form that the shop refuses, if it is one. */
export function refusedField(error: unknown): keyof OrderValues | undefined {
  const fields = ['minQuantity', 'phone', 'address'] as const;
  return fields.find((name) => error instanceof ApiError && name === error.field);
}

/** The quantity one pack further (`by`), within what can be ordered; what is no number counts as the smallest order. */
export function steppedQuantity(
  quantity: number,
  by: -1 | 1,
  { min_order_quantity: min, available_quantity: available, pack_step: step = 1 }: Limits,
): number {
  if (Number.isNaN(quantity)) return min;
  const packs = (quantity - min) / step;
  const next = by > 0 ? Math.floor(packs) + 1 : Math.ceil(packs) - 1;
  const most = Math.floor((available - min) / step);
  return min + Math.max(Math.min(next, most), 0) * step;
}

type OrderFieldsProps = {
  form: UseFormReturn<OrderValues>;
  limits: Limits;
  disabled?: boolean;
  addressClassName?: string;
};

/** Quantity, to type or to reach by two buttons large enough for a thumb, phone and address. */
export function OrderFields({ form, limits, disabled, addressClassName }: OrderFieldsProps) {
  const { register, getValues, setValue } = form;
  const { errors } = form.formState;
  const step = (by: -1 | 1) => (
    <button
      type="button"
      aria-label={by < 0 ? texts.less : texts.more}
      disabled={disabled}
      onClick={() => {
        const quantity = steppedQuantity(getValues('minQuantity'), by, limits);
        setValue('minQuantity', quantity, { shouldValidate: true });
      }}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md border border-line-strong bg-surface hover:border-ink disabled:bg-sunken disabled:text-ink-soft"
    >
      <Icon name={by < 0 ? 'minus' : 'plus'} />
    </button>
  );
  return (
    <>
      <TextField
        label={texts.quantity}
        type="number"
        inputMode="numeric"
        step={limits.pack_step ?? 1}
        hint={limits.pack_step && limits.pack_step > 1 && texts.packs(limits.pack_step)}
        disabled={disabled}
        className="quantity-field tabular-nums"
        before={step(-1)}
        after={step(1)}
        error={errors.minQuantity?.message}
        {...register('minQuantity', { valueAsNumber: true })}
      />
      <TextField
        label={texts.phone}
        type="tel"
        autoComplete="tel"
        disabled={disabled}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextArea
        label={texts.address}
        rows={3}
        autoComplete="street-address"
        disabled={disabled}
        className={addressClassName}
        error={errors.address?.message}
        {...register('address')}
      />
    </>
  );
}

/** What an order comes to, told whenever it changes; `undefined` while its quantity is none. */
export function OrderTotal({ price, className }: { price: number | undefined; className: string }) {
  return (
    <p aria-live="polite">
      {texts.total} {price === undefined ? texts.noTotal : <Price amount={price} className={className} />}
    </p>
  );
}
