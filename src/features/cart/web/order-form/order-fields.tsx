import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod/mini';
import type { DestinationChange } from '#features/addresses/contract.ts';
import { orderFormTexts as texts } from '#features/cart/order-form-texts.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { isInPacks, roundDownToPacks, roundUpToPacks, totalIn } from '#features/catalogue/rules.ts';
import { deliverySchema, type OrderTerms } from '#features/orders/contract.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { ApiError } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { DestinationLine, type useDestination } from './destination.tsx';

/** `kept` is the quantity of an existing order. */
type Limits = Pick<Tool, 'min_order_quantity' | 'available_quantity'> & { pack_step?: number; kept?: number };

/** Returns the minimum and maximum quantity that can be ordered, in whole packs. */
export const orderableRange = ({ pack_step: step = 1, ...tool }: Limits): [min: number, max: number] => [
  roundUpToPacks(tool.min_order_quantity, step),
  roundDownToPacks(tool.available_quantity, step),
];

/** The rules of a tool's order form (specification, section 5). */
export function orderRules(limits: Limits) {
  const { min_order_quantity: min, pack_step: step = 1, kept = 0 } = limits;
  const [first, inPacks] = orderableRange(limits);
  const most = Math.max(inPacks, kept);
  return z.extend(deliverySchema, {
    minQuantity: z.number({ error: orderRuleTexts.belowMinimum(min) }).check(
      z.int(texts.wholeNumber),
      z.minimum(min, orderRuleTexts.belowMinimum(min)),
      z.maximum(most, orderRuleTexts.aboveAvailable(most)),
      z.refine(
        (quantity) =>
          !Number.isInteger(quantity) || quantity > most || quantity === kept || isInPacks(quantity, step),
        orderRuleTexts.notInPacks(first, step),
      ),
    ),
  });
}

/** The values of the order form; `minQuantity` is the quantity ordered (the specification's name). */
export type OrderValues = z.infer<ReturnType<typeof orderRules>>;

/** What is sent of the form. */
export type OrderSent = OrderValues & { destination?: DestinationChange };

/** Returns the form field that the API rejected, if it is one. */
export function refusedField(error: unknown): keyof OrderValues | undefined {
  const fields = ['minQuantity', 'phone', 'address'] as const;
  return fields.find((name) => error instanceof ApiError && name === error.field);
}

/** Returns the quantity one pack up or down (`by`), within the limits; an invalid number counts as the
 * smallest order. */
export function steppedQuantity(quantity: number, by: -1 | 1, limits: Limits): number {
  const { pack_step: step = 1 } = limits;
  const [first, most] = orderableRange(limits);
  if (Number.isNaN(quantity)) return first;
  const packs = quantity / step;
  const next = (by > 0 ? Math.floor(packs) + 1 : Math.ceil(packs) - 1) * step;
  return Math.max(Math.min(next, most), first);
}

type OrderFieldsProps = {
  form: UseFormReturn<OrderValues>;
  limits: Limits;
  destination: ReturnType<typeof useDestination>;
  disabled?: boolean | undefined;
  addressClassName?: string;
};

/** Quantity, typed or set by two buttons large enough for a thumb, phone, address, and where that is. */
export function OrderFields({ form, limits, destination, disabled, addressClassName }: OrderFieldsProps) {
  const { getValues, setValue } = form;
  const field = fieldOf(form);
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
        {...field('minQuantity', { valueAsNumber: true })}
      />
      <TextField label={texts.phone} type="tel" autoComplete="tel" disabled={disabled} {...field('phone')} />
      <div className={addressClassName}>
        <TextArea
          label={texts.address}
          rows={3}
          autoComplete="street-address"
          disabled={disabled}
          {...field('address')}
        />
        {!disabled && <DestinationLine of={destination} />}
      </div>
    </>
  );
}

/** An order's total by the shop's terms, announced on each change; says so while they load. */
export function OrderTotal({
  terms,
  isLoading = false,
  quantity,
  className,
}: {
  terms: OrderTerms | undefined;
  isLoading?: boolean;
  quantity: number;
  className: string;
}) {
  const { currency } = useShopSettings();
  const price = terms && totalIn(terms, quantity, currency);
  return (
    <p aria-live="polite">
      {texts.total}{' '}
      {price === undefined ? (
        isLoading ? (
          texts.updating
        ) : (
          texts.noTotal
        )
      ) : (
        <Price amount={price} className={className} />
      )}
    </p>
  );
}
