import type { ComponentProps } from 'react';
import { orderFormTexts } from '#features/orders/texts/order-form.ts';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

type QuantityFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'type'> & {
  /** Asked for one unit less (-1) or more (1). */
  onStep: (by: -1 | 1) => void;
};

/** A quantity to type, or to reach by two buttons beside it, large enough for a thumb. */
export function QuantityField({ onStep, disabled, ...field }: QuantityFieldProps) {
  return (
    <TextField
      label={orderFormTexts.quantity}
      type="number"
      inputMode="numeric"
      step={1}
      disabled={disabled}
      className="quantity-field tabular-nums"
      before={
        <StepButton label={orderFormTexts.less} icon="minus" disabled={disabled} onPress={() => onStep(-1)} />
      }
      after={
        <StepButton label={orderFormTexts.more} icon="plus" disabled={disabled} onPress={() => onStep(1)} />
      }
      {...field}
    />
  );
}

interface StepButtonProps {
  label: string;
  icon: 'minus' | 'plus';
  disabled: boolean | undefined;
  onPress: () => void;
}

function StepButton({ label, icon, disabled, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onPress}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md border border-line-strong bg-surface hover:border-ink disabled:bg-sunken disabled:text-ink-soft"
    >
      <Icon name={icon} />
    </button>
  );
}
