import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { cancelOrderCall, type Refund, refundOrderCall } from '#features/orders/refunds/contract.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { refundRuleTexts } from '#texts/validation.ts';
import { ApiError, errorMessage } from '#web/client/api-client.ts';
import { usePrice } from '#web/client/load-context.ts';
import { createAttemptKeys } from '#web/client/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';
import { allOrdersKey, changeShown } from '../desk/use-shipping.ts';
import { unitsToSend } from '../order-timeline.tsx';

type Kind = keyof typeof texts.kinds;
type Values = { kind: Kind; amount: string; quantity: string; restock: boolean; reason: string };

/** What to refund, why, and whether units go back on the shelf. */
export function RefundForm({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const price = usePrice();
  const unitsLeft = order.minQuantity - order.refundedQuantity;
  const kinds: Kind[] = [
    ...(order.state === 'paid' ? (['cancel'] as const) : []),
    ...(unitsLeft > 0 ? (['units'] as const) : []),
    'amount',
  ];
  const { register, handleSubmit, setError, control, formState } = useForm<Values>({
    defaultValues: {
      kind: kinds[0] ?? 'amount',
      amount: String(order.refundable),
      quantity: String(unitsLeft),
      restock: true,
      reason: '',
    },
  });
  const kind = useWatch({ control, name: 'kind' });
  const { errors } = formState;
  const sending = useRefund(order, onClose, (field, message) =>
    setError(field, { message }, { shouldFocus: true }),
  );
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((values) => {
        if (!sending.isPending) sending.mutate(values);
      })}
      className="space-y-4"
    >
      <fieldset className="space-y-1">
        <legend className="mb-1.5 text-sm font-semibold">{texts.what}</legend>
        {kinds.map((each) => (
          <label key={each} className="flex min-h-8 items-center gap-3">
            <input
              type="radio"
              value={each}
              className="size-4 shrink-0 accent-accent"
              {...register('kind')}
            />
            {texts.kinds[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'cancel' && <p className="text-sm text-ink-soft">{texts.cancelHint(unitsLeft)}</p>}
      {kind === 'units' && (
        <>
          <TextField
            label={texts.units(unitsLeft)}
            hint={order.state === 'paid' ? texts.unitsHint : undefined}
            type="number"
            min={1}
            max={unitsLeft}
            error={errors.quantity?.message}
            {...register('quantity')}
          />
          <label className="flex min-h-8 items-center gap-3">
            <input type="checkbox" className="size-4 shrink-0 accent-accent" {...register('restock')} />
            {texts.restock}
          </label>
        </>
      )}
      {kind === 'amount' && (
        <TextField
          label={texts.amount(price(order.refundable))}
          type="number"
          min={0}
          step="any"
          error={errors.amount?.message}
          {...register('amount')}
        />
      )}
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        error={errors.reason?.message}
        {...register('reason', { validate: (text) => text.trim() !== '' || refundRuleTexts.reason.missing })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {texts.close}
        </Button>
        <Button type="submit" variant="danger" busy={sending.isPending}>
          {texts.send[kind]}
        </Button>
      </div>
    </form>
  );
}

type Field = 'amount' | 'quantity' | 'reason';

/** Sends what was chosen; a repeat of the same bears the same key, so that nothing is given back twice. */
function useRefund(
  order: DeskOrder,
  onClose: () => void,
  onRefused: (field: Field, message: string) => void,
) {
  const { api } = useSession();
  const queries = useQueryClient();
  const price = usePrice();
  const [keys] = useState(createAttemptKeys);
  const params = { id: order._id };

  async function cancel(reason: string): Promise<string> {
    const cancelled = await api.call(cancelOrderCall, { params, body: { reason } });
    changeShown(queries, [order._id], () => cancelled);
    return texts.cancelled;
  }

  async function refund({ kind, amount, quantity, restock, reason }: Values): Promise<string> {
    const body =
      kind === 'units'
        ? { quantity: Number(quantity), restock, reason }
        : { amount: Number(amount), restock: false, reason };
    const headers = { 'idempotency-key': keys.keyFor(body) };
    const made = await api.call(refundOrderCall, { params, body, headers });
    keys.finish();
    changeShown(queries, [order._id], (shown) => refundedWith(shown, made));
    return texts.refunded(price(made.amount));
  }

  return useMutation({
    mutationFn: (values: Values) => (values.kind === 'cancel' ? cancel(values.reason) : refund(values)),
    onSuccess: (words) => {
      void queries.invalidateQueries({ queryKey: ['order-refunds', order._id] });
      void queries.invalidateQueries({ queryKey: ['order-history', order._id] });
      onClose();
      notify.success(words);
    },
    onError: (error, { kind }) => {
      // The shop has seen this attempt and refused it: what is sent next is another one.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) keys.finish();
      const ofKind = ({ cancel: 'reason', units: 'quantity', amount: 'amount' } as const)[kind];
      const isReason = error instanceof ApiError && error.field === 'reason';
      onRefused(isReason ? 'reason' : ofKind, errorMessage(error));
      void queries.invalidateQueries({ queryKey: allOrdersKey });
    },
  });
}

/** An order once a refund has been made of it: one that has no units left to send has ended. */
function refundedWith(order: DeskOrder, { amount, quantity, createdAt }: Refund): Partial<DeskOrder> {
  const units = quantity ?? 0;
  const left = order.state === 'paid' ? unitsToSend(order) - order.sentQuantity : 0;
  const refunded = {
    refundDue: order.refundDue + amount,
    refundable: Math.max(order.refundable - amount, 0),
    refundedQuantity: order.refundedQuantity + units,
    withdrawnQuantity: order.withdrawnQuantity + Math.min(units, left),
  };
  if (order.state !== 'paid' || units < left) return refunded;
  if (order.sentQuantity === 0) return { ...refunded, state: 'cancelled', cancelledAt: createdAt };
  return { ...refunded, state: 'shipped', pendingChange: 'shipped', shippedAt: createdAt };
}
