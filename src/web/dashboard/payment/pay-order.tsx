import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#contracts/money.ts';
import type { Order } from '#contracts/order.ts';
import { paymentTexts as texts } from '#texts/payment.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { CardForm } from './card-form.tsx';
import { confirmOrder } from './confirm-order.ts';
import { HoldNote } from './hold-note.tsx';
import { PaidNote, type PaidProgress } from './paid-note.tsx';
import { useHold } from './use-hold.ts';
import type { ReturnedPayment } from './use-returned-payment.ts';

type Paid = { transactionId: string; progress: PaidProgress };

/** Pays an unpaid order: holds its units, takes the card, tells the shop, and keeps at it until the shop knows. */
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
  const settings = useShopSettings();
  const [paid, setPaid] = useState<Paid | undefined>(
    returned && { transactionId: returned.transactionId, progress: 'asking' },
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
    if (returned) void askShop(returned);
  }, []);

  /** Shows `first`, and `later` while the shop has not answered. @throws ApiError when the shop says no */
  async function tellShop(transactionId: string, first: PaidProgress, later: PaidProgress) {
    const show = (progress: PaidProgress) => setPaid({ transactionId, progress });
    show(first);
    await confirmOrder(
      () => api.payOrder(order._id, { order, transactionId }),
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

  if (paid) return <PaidNote {...paid} />;
  return (
    <CardStage
      order={order}
      kind={settings.cardPayments.kind}
      amount={formatPrice(order.price, settings.currency)}
      problem={problem}
      onReloadOrder={onReloadOrder}
      onPaid={(transactionId) => void noteCharge(transactionId)}
    />
  );
}

function CardStage({
  order,
  kind,
  amount,
  problem,
  onReloadOrder,
  onPaid,
}: {
  order: Order;
  problem: string | undefined;
  kind: Parameters<typeof CardForm>[0]['kind'];
  amount: string;
  onReloadOrder: () => void;
  onPaid: (transactionId: string) => void;
}) {
  const hold = useHold(order);
  const [wasLost, setWasLost] = useState(false);
  const [payingFor, setPayingFor] = useState<typeof hold.intent>();
  return (
    <section
      aria-label={texts.card}
      className="space-y-5 rounded-md border border-line bg-surface p-5 sm:p-6"
    >
      <HoldNote hold={hold} paying={payingFor !== undefined} onReloadOrder={onReloadOrder} />
      {wasLost && hold.intent && (
        <p role="alert" className="text-bad">
          {texts.wasLost}
        </p>
      )}
      <CardForm
        kind={kind}
        intent={payingFor ?? hold.intent}
        paying={payingFor !== undefined}
        onPaying={(paying) => setPayingFor(paying ? hold.intent : undefined)}
        amount={amount}
        billing={{ name: order.userName, email: order.email }}
        problem={problem}
        onPaid={onPaid}
        onIntentLost={() => {
          setWasLost(true);
          hold.start();
        }}
      />
    </section>
  );
}
