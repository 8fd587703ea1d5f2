import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#contracts/money.ts';
import { type Order, reportPaymentCall } from '#features/orders/contract.ts';
import { paymentTexts as texts } from '#features/orders/texts/payment.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardForm } from './card-form.tsx';
import { confirmOrder } from './confirm-order.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaidOrder, type PaidProgress } from './paid-order.tsx';
import { PayBar } from './pay-bar.tsx';
import { useHold } from './use-hold.ts';
import type { ReturnedPayment } from './use-returned-payment.ts';

type Paid = { transactionId: string; progress: PaidProgress };

/**
 * Pays an unpaid order: holds its units, takes the card, tells the shop, and keeps at it until the shop knows. Of one that
 * is paid it shows the receipt.
 */
export function PayOrder({
  order,
  returned,
  onReloadOrder,
}: {
  order: Order;
  /** The payment that the buyer's bank sent them back with. */
  returned: ReturnedPayment | undefined;
  onReloadOrder: () => void;
}) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [paid, setPaid] = useState<Paid | undefined>(
    returned && !order.paid ? { transactionId: returned.transactionId, progress: 'asking' } : undefined,
  );
  const [problem, setProblem] = useState<string>();
  const left = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, whatever is rendered anew meanwhile.
  useEffect(() => {
    if (returned && !order.paid) void askShop(returned);
  }, []);

  /** Shows `first`, and `later` while the shop has not answered. @throws ApiError when the shop says no */
  async function tellShop(transactionId: string, first: PaidProgress, later: PaidProgress) {
    const show = (progress: PaidProgress) => setPaid({ transactionId, progress });
    show(first);
    await confirmOrder(
      async () =>
        queries.setQueryData(
          ['order', order._id],
          await api.call(reportPaymentCall, { params: { id: order._id }, body: { order, transactionId } }),
        ),
      () => show(later),
      left.current.signal,
    );
    show('confirmed');
    void queries.invalidateQueries({ queryKey: ['orders'] });
  }

  function refuse(transactionId: string, error: unknown) {
    setPaid({ transactionId, progress: { refusal: errorWords(error) } });
  }

  async function noteCharge(transactionId: string) {
    await tellShop(transactionId, 'confirming', 'delayed').catch((error) => refuse(transactionId, error));
  }

  /** Anybody can write an address, so it is the shop that says whether the payment has gone through. */
  async function askShop({ transactionId, isSaidToSucceed }: ReturnedPayment) {
    try {
      await tellShop(transactionId, 'asking', 'still asking');
    } catch (error) {
      if (isSaidToSucceed) return refuse(transactionId, error);
      setPaid(undefined);
      setProblem(texts.notConfirmed);
    }
  }

  if (paid) return <PaidOrder order={order} {...paid} isNew />;
  if (order.paid) {
    return <PaidOrder order={order} transactionId={order.transactionId ?? ''} progress="confirmed" />;
  }
  if (order.unavailable) {
    return (
      <EmptyState title={texts.unpayable}>
        <p>{texts.unpayableWhy(order.unavailable)}</p>
        <LinkButton to="/dashboard/orders" className="mt-5">
          {texts.myOrders}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <div className="grid items-start gap-6 md:grid-cols-2">
      <OrderSummary order={order} />
      <CardStage
        order={order}
        firstProblem={problem}
        onReloadOrder={onReloadOrder}
        onPaid={(transactionId) => void noteCharge(transactionId)}
      />
    </div>
  );
}

/** Whether the shop knows more of the order than this page shows: that it is paid, say. */
function isOutdated(error: Error | null): boolean {
  return error instanceof ApiError && ['price_changed', 'conflict', 'not_found'].includes(error.code);
}

function CardStage({
  order,
  firstProblem,
  onReloadOrder,
  onPaid,
}: {
  order: Order;
  /** What went wrong at the buyer's bank, on a page of its own. */
  firstProblem: string | undefined;
  onReloadOrder: () => void;
  onPaid: (transactionId: string) => void;
}) {
  const { cardPayments, currency } = useShopSettings();
  const hold = useHold(order);
  const [problem, setProblem] = useState(firstProblem);
  const [wasLost, setWasLost] = useState(false);
  const [payingFor, setPayingFor] = useState<typeof hold.intent>();
  const isPaying = payingFor !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, whoever hears of it.
  useEffect(() => {
    if (isOutdated(hold.error)) onReloadOrder();
  }, [hold.error]);
  return (
    <section aria-label={texts.card} className="rounded-md border border-line bg-surface p-5 sm:p-6">
      <CardForm
        kind={cardPayments.kind}
        intent={payingFor ?? hold.intent}
        onPaying={(paying) => {
          setPayingFor(paying ? hold.intent : undefined);
          if (!paying) return;
          setProblem(undefined);
          setWasLost(false);
        }}
        amount={formatPrice(order.price, currency)}
        billing={{ name: order.userName, email: order.email }}
        onProblem={setProblem}
        onPaid={onPaid}
        onIntentLost={() => {
          setWasLost(true);
          hold.start();
        }}
        payBar={(isReady) => (
          <PayBar
            hold={hold}
            isReady={isReady}
            isPaying={isPaying}
            problem={wasLost ? hold.intent && texts.wasLost : problem}
          />
        )}
      />
    </section>
  );
}
