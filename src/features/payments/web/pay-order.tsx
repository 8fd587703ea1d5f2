import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import { undeliverableTexts } from '#features/charge-rules/texts/charges.ts';
import { LegalAtPayment } from '#features/legal/web/at-payment.tsx';
import { type Order, reportPaymentCall } from '#features/orders/contract.ts';
import { CART } from '#features/orders/web/cart.tsx';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import { OrderPicture } from '#features/orders/web/order-list.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { paySeveralTexts, paymentTexts as texts } from '../texts.ts';
import { CardStage } from './card-stage.tsx';
import { useCharges } from './charges.tsx';
import { OrdersSummary, PleasePay } from './orders-summary.tsx';
import { PaidOrder, type PaidProgress } from './paid-order.tsx';
import { Prop65Warnings } from './prop65-warnings.tsx';
import type { ToPay } from './use-reservation.ts';

/** A payment with which a bank's page sent the buyer back. `isSaidToSucceed` comes from the URL and is not
 * verified. */
export type ReturnedPayment = { transactionId: string; isSaidToSucceed: boolean };

/** A payment to report to the shop, from the URL or from the card form, which knows that the card was
 * charged. */
type Reported = { transactionId: string; isCharged?: true; isSaidToSucceed?: boolean };

type PayOrdersProps = {
  orders: readonly [Order, ...Order[]];
  choice: PaymentChoice | undefined;
  returned: ReturnedPayment | undefined;
  onReloadOrders: () => void;
  /** Replaces the card form if not all orders can be paid. */
  whyNot: ReactNode;
  wayOn?: ReactNode;
};

/** Reserves the units of unpaid orders, takes the card payment, and reports it to the shop until that
 * confirms; shows the receipt of paid ones. */
export function PayOrders({ orders, choice, returned, onReloadOrders, whyNot, wayOn }: PayOrdersProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [order] = orders;
  // One payment paid for all of them, so reporting it with one order is enough.
  const report = useMutation({
    mutationFn: ({ transactionId }: Reported) =>
      api.call(reportPaymentCall, { params: { id: order._id }, body: { order, transactionId } }),
    // The money has moved, so it retries indefinitely, with increasing delays.
    retry: (_count, error) => isPassing(error),
    onSuccess: (reported) => {
      queries.setQueryData(['order', order._id], reported);
      void queries.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  const isPaid = orders.every(({ paid, transactionId }) => paid && transactionId === order.transactionId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once, whatever renders again meanwhile.
  useEffect(() => {
    if (returned && !isPaid) report.mutate(returned);
  }, []);
  const reported: Reported | undefined = report.variables ?? (isPaid ? undefined : returned);
  // The URL can be forged, so only the server decides whether the payment succeeded.
  const wasNone = report.isError && !reported?.isCharged && !reported?.isSaidToSucceed;
  const charges = useCharges(orders, choice ?? NOTHING_CHOSEN, !isPaid && !whyNot && !(reported && !wasNone));
  if (reported && !wasNone) {
    const progress = progressOf(report, reported);
    return <PaidOrder orders={orders} transactionId={reported.transactionId} progress={progress} isNew />;
  }
  if (isPaid) {
    return <PaidOrder orders={orders} transactionId={order.transactionId ?? ''} progress="confirmed" />;
  }
  if (whyNot) return whyNot;
  const undeliverable = charges.isPlaceholderData ? undefined : charges.data?.undeliverable;
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      {orders.length === 1 ? (
        <OrderSummary order={order} charges={charges.data} />
      ) : (
        <OrdersSummary orders={orders} charges={charges.data} />
      )}
      <Prop65Warnings orders={orders} />
      {charges.error && <QueryError of={charges} />}
      {undeliverable && <Undeliverable why={undeliverable} isOne={orders.length === 1} />}
      {!charges.error && !undeliverable && (
        <CardStage
          toPay={toPayOf(orders, choice, charges)}
          firstProblem={wasNone ? texts.notConfirmed : undefined}
          onReloadOrders={() => {
            onReloadOrders();
            void charges.refetch();
          }}
          onPaid={(transactionId) => report.mutate({ transactionId, isCharged: true })}
          wayOn={wayOn}
        />
      )}
      <div className="empty:hidden md:col-span-full">
        <LegalAtPayment />
      </div>
    </div>
  );
}

type UndeliverableProps = { why: NonNullable<ChargesReply['undeliverable']>; isOne: boolean };

/** In place of the card form: why these orders cannot be delivered, with a link to change that. */
function Undeliverable({ why, isOne }: UndeliverableProps) {
  return (
    <section
      aria-labelledby="undeliverable"
      className="rounded-md border border-warn/40 bg-warn-wash p-5 sm:p-6"
    >
      <h2 id="undeliverable" className="text-xl">
        {isOne ? texts.undeliverableOne : texts.undeliverable}
      </h2>
      <p className="mt-3">{undeliverableTexts[why]}.</p>
      <LinkButton to={CART} variant="secondary" className="mt-5">
        {paySeveralTexts.toCart}
      </LinkButton>
    </section>
  );
}

const NOTHING_CHOSEN: PaymentChoice = {};

/** The payment to start: the server's total, and the delivery method shown with it. */
function toPayOf(
  orders: ToPay['orders'],
  choice: PaymentChoice | undefined,
  { data, isPlaceholderData }: ReturnType<typeof useCharges>,
): ToPay {
  const method = data?.deliveryMethodId ?? undefined;
  return {
    orders,
    choice: choice && { ...choice, ...(method && { method }) },
    amount: isPlaceholderData ? undefined : data?.total,
  };
}

/** Whether a retry may help: the server was unreachable, busy or broken, and has not refused. */
function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

type Report = Pick<UseMutationResult, 'error' | 'isSuccess' | 'failureCount'>;

function progressOf({ error, isSuccess, failureCount }: Report, { isCharged }: Reported): PaidProgress {
  if (error) return { refusal: errorMessage(error) };
  if (isSuccess) return 'confirmed';
  if (isCharged) return failureCount > 0 ? 'delayed' : 'confirming';
  return failureCount > 0 ? 'still asking' : 'asking';
}

function OrderSummary({ order, charges }: { order: Order; charges: ChargesReply | undefined }) {
  const rows = [
    { label: texts.orderNumber, value: order.number },
    { label: texts.quantity, value: formatCount(order.minQuantity) },
    { label: texts.unitPrice, value: <Price amount={order.unitPrice} /> },
    { label: texts.deliverTo, value: order.address },
  ];
  return (
    <section aria-label={texts.order} className="rounded-md border border-line bg-surface">
      <div className="flex items-center gap-4 p-4 sm:p-6">
        <OrderPicture order={order} />
        <p className="min-w-0 text-lg font-semibold wrap-anywhere">
          <SavedText text={texts.payFor(order.toolName)} />
        </p>
      </div>
      <dl className="space-y-2 border-t border-dashed border-line-strong px-4 py-4 text-sm sm:px-6">
        {rows.map(({ label, value }) => (
          <SumRow key={label} label={label}>
            {value}
          </SumRow>
        ))}
        {charges && <ChargeRows charges={charges} ordered={order.price} />}
      </dl>
      <PleasePay
        isRepriced={order.newUnitPrice !== null}
        amount={order.newUnitPrice === null ? (charges?.total ?? order.price) : order.price}
      />
    </section>
  );
}
