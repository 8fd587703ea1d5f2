import { useEffect, useId, useRef, useState } from 'react';
import type { BuyersOrder, OrderTerms } from '#features/orders/contract.ts';
import { cartTexts as texts } from '#features/orders/texts/cart.ts';
import { limitsOf } from '#features/orders/web/cart-rules.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { Icon } from '#ui/icon.tsx';
import { orderRules, steppedQuantity } from './order-form/order-fields.tsx';
import { noteUnsaved, useLineChanges, useTicks } from './use-cart.ts';

/** Delay in milliseconds after the last keystroke before a quantity is saved. */
const STILL_MS = 600;

type LineQuantityProps = { line: BuyersOrder; terms: OrderTerms; isAsking: boolean };

/** A line's quantity, typed or set by two buttons and saved automatically; below it the order limits, or the
 * error. Disabled while a new price awaits acceptance, since a change would accept it, and while a payment
 * locks the line. */
export function LineQuantity({ line, terms, isAsking }: LineQuantityProps) {
  const { typed, problem, isSaving, type, step, flush } = useQuantity(line, terms);
  const id = useId();
  const { minQuantity, toolName } = line;
  const stepButton = (by: -1 | 1) => (
    <button
      type="button"
      aria-label={by < 0 ? texts.lessOf(toolName) : texts.moreOf(toolName)}
      disabled={isAsking}
      onClick={() => step(by)}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md border border-line-strong bg-surface hover:border-ink disabled:bg-sunken disabled:text-ink-soft"
    >
      <Icon name={by < 0 ? 'minus' : 'plus'} className="size-4" />
    </button>
  );
  return (
    <div className="w-44">
      <div className="quantity-field flex gap-1.5">
        {stepButton(-1)}
        <input
          type="number"
          inputMode="numeric"
          step={terms.pack_step}
          aria-label={texts.quantityOf(toolName)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={id}
          readOnly={isAsking}
          value={typed ?? minQuantity}
          onChange={({ target }) => type(target.value)}
          onBlur={flush}
          onKeyDown={({ key }) => key === 'Enter' && flush()}
          className="h-11 w-full min-w-0 rounded-md border border-line-strong bg-surface px-1 tabular-nums read-only:bg-sunken read-only:text-ink-soft hover:border-ink aria-invalid:border-bad aria-invalid:outline-bad"
        />
        {stepButton(1)}
      </div>
      <p id={id} className="mt-1 min-h-5 text-xs text-ink-soft" aria-live="polite">
        {problem ? (
          <span className="font-medium text-bad">{problem}</span>
        ) : isSaving ? (
          texts.saving
        ) : (
          termsText(terms)
        )}
      </p>
    </div>
  );
}

const termsText = ({ min_order_quantity: min, pack_step: step, available_quantity }: OrderTerms) =>
  [min > 1 && texts.minimum(min), step > 1 && texts.packs(step), texts.available(available_quantity)]
    .filter(Boolean)
    .join(' · ');

/** A line's typed quantity, checked at once and saved after a delay; `typed` is undefined while it equals the
 * saved one. */
function useQuantity(line: BuyersOrder, terms: OrderTerms) {
  const { changeQuantity } = useLineChanges(line);
  const ticks = useTicks();
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saves = useRef(Promise.resolve());
  const limits = limitsOf(line, terms);
  const { _id: id, minQuantity } = line;
  const save = useRef<() => void>(undefined);

  useEffect(
    () => () => {
      save.current?.();
      noteUnsaved(ticks, id, undefined);
    },
    [ticks, id],
  );

  function type(text: string) {
    clearTimeout(timer.current);
    save.current = undefined;
    setTyped(text);
    const quantity = text === '' ? Number.NaN : Number(text);
    const { success, error } = orderRules(limits).shape.minQuantity.safeParse(quantity);
    setProblem(error?.issues[0]?.message);
    if (!success) return noteUnsaved(ticks, id, 'wrong');
    if (quantity === minQuantity && !isSaving) {
      setTyped(undefined);
      return noteUnsaved(ticks, id, undefined);
    }
    noteUnsaved(ticks, id, 'saving');
    save.current = () => {
      clearTimeout(timer.current);
      save.current = undefined;
      // Saves run in sequence, so that the last one typed remains.
      saves.current = saves.current.then(() => store(quantity));
    };
    timer.current = setTimeout(() => save.current?.(), STILL_MS);
  }

  async function store(quantity: number) {
    setSaving(true);
    const refusal = await changeQuantity(quantity).then(() => undefined, errorMessage);
    setSaving(false);
    // A newer change waits to be saved.
    if (save.current) return;
    setProblem(refusal);
    noteUnsaved(ticks, id, refusal === undefined ? undefined : 'wrong');
    if (refusal === undefined) setTyped(undefined);
  }

  const current = typed === undefined ? minQuantity : Number(typed);
  return {
    typed,
    problem,
    isSaving: isSaving || typed !== undefined,
    type,
    step: (by: -1 | 1) => type(String(steppedQuantity(current, by, limits))),
    flush: () => save.current?.(),
  };
}
