import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { currencyDigits } from '#contracts/money.ts';
import { readTypedNumber } from '#contracts/number-notation.ts';
import { allOrdersKey, changeShown } from '#features/fulfilment/web/use-shipping.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { needsShipping } from '#features/orders/order-states.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { refundRuleTexts } from '#texts/validation.ts';
import { usePrice, usePriceStyle } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { CheckField, TextArea, TextField } from '#ui/field.tsx';
import { cancelOrderCall, refundOrderCall } from '../contract.ts';
import { canBeCancelled } from './cancel-orders.tsx';
import { pastRefunds, pastRefundsKey, useShowOrderAgain } from './refund-button.tsx';

type Kind = keyof typeof texts.kinds;
type Values = {
  /** Empty until it is chosen: no refund is more likely meant than another. */
  kind: Kind | '';
  amount: string;
  quantity: string;
  restock: boolean;
  keepDelivery: boolean;
  reason: string;
};
type RefundValues = Values & { kind: Exclude<Kind, 'cancel'> };

/** The refund form: what to refund, why, and whether units return to stock. */
export function RefundForm({ order, onClose }: { order: DeskOrder; onClose: () => void }) {
  const price = usePrice();
  const unitsLeft = order.minQuantity - order.refundedQuantity;
  const goodsLeft = order.refundable - order.refundableDelivery;
  const kinds: Kind[] = [
    ...(canBeCancelled(order) ? (['cancel'] as const) : []),
    ...(unitsLeft > 0 && goodsLeft > 0 ? (['units'] as const) : []),
    ...(order.refundableDelivery > 0 ? (['delivery'] as const) : []),
    ...(order.refundable > 0 ? (['amount'] as const) : []),
  ];
  const { form, field, isSending, formProps } = useRefundForm(order, onClose, {
    kind: '',
    amount: '',
    quantity: '',
    // Shipped units have to be returned first.
    restock: needsShipping(order.state),
    keepDelivery: true,
    reason: '',
  });
  const [kind, amount, quantity, keepDelivery] = useWatch({
    control: form.control,
    name: ['kind', 'amount', 'quantity', 'keepDelivery'],
  });
  const toKeep = deliveryKept(order, kind, Number(quantity));
  const { error: kindError } = field('kind');
  const ofUnits = usePriceOfUnits(order, Number(quantity));
  const sum = {
    '': undefined,
    cancel: refundOfCancel(order, keepDelivery),
    units: ofUnits && ofUnits - (keepDelivery ? toKeep : 0),
    delivery: order.refundableDelivery,
    amount: readTypedNumber(amount),
  }[kind];
  return (
    <form {...formProps} className="space-y-4">
      <fieldset className="space-y-1" aria-describedby={kindError && 'refund-kind-error'}>
        <legend className="mb-1.5 text-sm font-semibold">{texts.what}</legend>
        {kinds.map((each) => (
          <CheckField
            key={each}
            type="radio"
            value={each}
            className="min-h-8"
            {...form.register('kind', { required: texts.kindMissing })}
          >
            {texts.kinds[each]}
          </CheckField>
        ))}
        {kindError && (
          <p id="refund-kind-error" className="text-sm font-medium text-bad">
            {kindError}
          </p>
        )}
      </fieldset>
      {kind === 'cancel' && (
        <p className="text-sm text-ink-soft">
          {`${texts.cancelHint(unitsLeft)} ${texts.cancelRefund(price(refundOfCancel(order, keepDelivery)))}`}
        </p>
      )}
      {kind === 'units' && (
        <>
          <TextField
            label={texts.units(unitsLeft)}
            hint={needsShipping(order.state) ? texts.unitsHint : undefined}
            type="number"
            min={1}
            max={unitsLeft}
            {...field('quantity', { required: texts.unitsMissing })}
          />
          <CheckField className="min-h-8" {...form.register('restock')}>
            {texts.restock}
          </CheckField>
        </>
      )}
      {toKeep > 0 && (
        <div>
          <CheckField
            className="min-h-8"
            aria-describedby="keep-delivery-hint"
            {...form.register('keepDelivery')}
          >
            {texts.keepDelivery(price(toKeep))}
          </CheckField>
          <p id="keep-delivery-hint" className="text-sm text-ink-soft">
            {texts.keepHint(price(order.deliveryToKeep?.below ?? 0))}
          </p>
        </div>
      )}
      {kind === 'delivery' && (
        <p className="text-sm text-ink-soft">{texts.deliveryHint(price(order.refundableDelivery))}</p>
      )}
      {kind === 'amount' && (
        <TextField
          label={texts.amount(price(order.refundable))}
          inputMode="decimal"
          autoComplete="off"
          {...field('amount', { required: texts.amountMissing })}
        />
      )}
      <TextArea
        label={texts.reason}
        hint={texts.reasonHint}
        rows={2}
        {...field('reason', { validate: (text) => text.trim() !== '' || refundRuleTexts.reason.missing })}
      />
      <DialogFoot closeLabel={texts.close} onClose={onClose} variant="danger" busy={isSending}>
        {texts.send(kind === 'cancel', sum && sum > 0 ? price(sum) : undefined)}
      </DialogFoot>
    </form>
  );
}

/** Returns how much delivery such a refund may retain. */
function deliveryKept(
  { deliveryToKeep, ...order }: DeskOrder,
  kind: Values['kind'],
  quantity: number,
): number {
  if (!deliveryToKeep) return 0;
  const { amount, fromUnits, ifCanceled } = deliveryToKeep;
  const isWhole = order.sentQuantity === 0 && quantity >= order.minQuantity - order.refundedQuantity;
  if (kind === 'cancel' || (kind === 'units' && isWhole)) return ifCanceled;
  return kind === 'units' && fromUnits !== null && quantity >= fromUnits ? amount : 0;
}

/** Returns the refund of a cancelled order, with its delivery retained or not. */
const refundOfCancel = ({ cancelRefund, deliveryToKeep }: DeskOrder, keepDelivery: boolean): number =>
  (cancelRefund ?? 0) + (keepDelivery ? 0 : (deliveryToKeep?.ifCanceled ?? 0));

/** Returns what units come to: the last ones all that is left, others their share of what was paid for the
 * order. Undefined if that can't be told here: some currencies are charged in larger steps. */
function usePriceOfUnits(order: DeskOrder, units: number): number | undefined {
  const { api } = useSession();
  const { currency } = usePriceStyle();
  const { data: past } = useQuery(pastRefunds(api, order._id));
  const { minQuantity, refundedQuantity } = order;
  const left = order.refundable - order.refundableDelivery;
  if (!Number.isInteger(units) || units < 1 || units > minQuantity - refundedQuantity) return undefined;
  if (units === minQuantity - refundedQuantity) return left;
  if (!past || currencyDigits(currency) !== 2) return undefined;
  const goods = past.reduce((sum, each) => sum + each.amount - each.delivery + each.keptDelivery, left);
  const ofFirst = (count: number) => Math.round((Math.round(goods * 100) * count) / minQuantity) / 100;
  return Math.min(ofFirst(refundedQuantity + units) - ofFirst(refundedQuantity), left);
}

/** The field that shows errors not about the reason. */
const fieldOfKind = { cancel: 'reason', units: 'quantity', delivery: 'reason', amount: 'amount' } as const;

/** Submits the form; repeating the same choice reuses its idempotency key, so that nothing is refunded
 * twice. */
function useRefundForm(order: DeskOrder, onClose: () => void, defaultValues: Values) {
  const { api } = useSession();
  const queries = useQueryClient();
  const price = usePrice();
  const params = { id: order._id };
  const showOrderAgain = useShowOrderAgain(order._id);

  async function cancel({ reason, keepDelivery }: Values): Promise<string> {
    const refund = refundOfCancel(order, keepDelivery);
    const body = { reason, refund, ...(!keepDelivery && { keepDelivery }) };
    const cancelled = await api.call(cancelOrderCall, { params, body });
    changeShown(queries, [order._id], () => cancelled);
    return texts.cancelled;
  }

  async function refund(
    { kind, amount, quantity, restock, reason, keepDelivery }: RefundValues,
    keyFor: (body: unknown) => string,
  ) {
    const asked = {
      units: { quantity: Number(quantity), restock, ...(!keepDelivery && { keepDelivery }) },
      delivery: { delivery: true as const },
      amount: { amount: readTypedNumber(amount) },
    }[kind];
    const body = { restock: false, ...asked, reason };
    const headers = { 'idempotency-key': keyFor(body) };
    const made = await api.call(refundOrderCall, { params, body, headers });
    await showOrderAgain();
    return texts.refunded(price(made.amount));
  }

  return useCallForm<Values, Values, string>({
    defaultValues,
    send: ({ kind, ...values }, keyFor) =>
      kind === 'cancel' || kind === '' ? cancel({ kind, ...values }) : refund({ kind, ...values }, keyFor),
    // Closed first: what is not shown is fetched when it is, and a refund soon has another state.
    onSent: onClose,
    changes: [pastRefundsKey(order._id), ['order-history', order._id]],
    done: (words) => words,
    fieldAtFault: (refused, { kind }) => (refused === 'reason' || kind === '' ? 'reason' : fieldOfKind[kind]),
    onRefused: () => void queries.invalidateQueries({ queryKey: allOrdersKey }),
  });
}
