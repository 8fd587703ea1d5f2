import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Order, reportPaymentCall } from '#features/orders/contract.ts';
import { unavailableTexts } from '#features/orders/texts/errors.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { OrderPicture } from '#features/orders/web/order-list.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorWords } from '#web/client/error-words.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCount } from '#web/ui/format.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';
import { CardStage } from './card-stage.tsx';
import { confirmOrder } from './confirm-order.ts';
import { PaidOrder, type PaidProgress } from './paid-order.tsx';

/** A payment that a bank's page sent the buyer back with. `isSaidToSucceed` is the address's word alone. */
export type ReturnedPayment = { transactionId: string; isSaidToSucceed: boolean };

type PayOrderProps = { order: Order; returned: ReturnedPayment | undefined; onReloadOrder: () => void };

/**
 * Pays an unpaid order: reserves its units, takes the card, tells the shop, and keeps at it until the shop knows. Of one
 * that is paid it shows the receipt.
 */
export function PayOrder({ order, returned, onReloadOrder }: PayOrderProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [paid, setPaid] = useState<{ transactionId: string; progress: PaidProgress } | undefined>(
    returned && !order.paid ? { transactionId: returned.transactionId, progress: 'asking' } : undefined,
  );
  const [problem, setProblem] = useState<string>();
  const left = useRef(new AbortController());

  /** Shows `later` once the shop has not answered for a while. @throws ApiError when the shop says no */
  async function tellShop(transactionId: string, later: PaidProgress) {
    const show = (progress: PaidProgress) => setPaid({ transactionId, progress });
    const call = { params: { id: order._id }, body: { order, transactionId } };
    await confirmOrder(
      async () => queries.setQueryData(['order', order._id], await api.call(reportPaymentCall, call)),
      () => show(later),
      left.current.signal,
    );
    show('confirmed');
    void queries.invalidateQueries({ queryKey: ['orders'] });
  }

  const showRefusal = (transactionId: string, error: unknown) =>
    setPaid({ transactionId, progress: { refusal: errorWords(error) } });

  function reportPaid(transactionId: string) {
    setPaid({ transactionId, progress: 'confirming' });
    void tellShop(transactionId, 'delayed').catch((error) => showRefusal(transactionId, error));
  }

  /** Anybody can write an address, so it is the shop that says whether the payment has gone through. */
  async function askShop({ transactionId, isSaidToSucceed }: ReturnedPayment) {
    try {
      await tellShop(transactionId, 'still asking');
    } catch (error) {
      if (isSaidToSucceed) return showRefusal(transactionId, error);
      setPaid(undefined);
      setProblem(texts.notConfirmed);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, whatever is rendered anew meanwhile.
  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    if (returned && !order.paid) void askShop(returned);
    return () => controller.abort();
  }, []);

  if (paid) return <PaidOrder order={order} {...paid} isNew />;
  if (order.paid) {
    return <PaidOrder order={order} transactionId={order.transactionId ?? ''} progress="confirmed" />;
  }
  if (order.unavailable) {
    return (
      <EmptyState title={texts.unpayable}>
        <p>{texts.unpayableWhy(unavailableTexts[order.unavailable])}</p>
        <LinkButton to="/dashboard/orders" className="mt-5">
          {texts.myOrders}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <OrderSummary order={order} />
      <CardStage order={order} firstProblem={problem} onReloadOrder={onReloadOrder} onPaid={reportPaid} />
    </div>
  );
}

/** What is to be paid for, as a receipt would say it. */
function OrderSummary({ order }: { order: Order }) {
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
          <KeptText text={texts.payFor(order.toolName)} />
        </p>
      </div>
      <dl className="space-y-2 border-t border-dashed border-line-strong px-4 py-4 text-sm sm:px-6">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-6">
            <dt className="shrink-0 text-ink-soft">{label}</dt>
            <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-dashed border-line-strong p-4 text-lg sm:px-6">
        {texts.pleasePay} <Price amount={order.price} className="text-2xl font-semibold" />
      </p>
    </section>
  );
}
