import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '#contracts/money.ts';
import type { Order } from '#contracts/order.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { CardForm } from './card-form.tsx';
import { confirmOrder } from './confirm-order.ts';
import { HoldNote } from './hold-note.tsx';
import { PaidNote, type PaidProgress } from './paid-note.tsx';
import { useHold } from './use-hold.ts';

type Paid = { transactionId: string; progress: PaidProgress };

/** Pays an unpaid order: holds its units, takes the card, tells the shop, and keeps at it until the shop knows. */
export function PayOrder({ order, onReloadOrder }: { order: Order; onReloadOrder: () => void }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const settings = useShopSettings();
  const [paid, setPaid] = useState<Paid>();
  const left = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    left.current = controller;
    return () => controller.abort();
  }, []);

  async function tellShop(transactionId: string) {
    const show = (progress: PaidProgress) => setPaid({ transactionId, progress });
    show('confirming');
    try {
      await confirmOrder(
        () => api.payOrder(order._id, { order, transactionId }),
        () => show('delayed'),
        left.current.signal,
      );
      show('confirmed');
      void queries.invalidateQueries({ queryKey: ['orders'] });
    } catch (error) {
      show({ refusal: errorWords(error) });
    }
  }

  if (paid) return <PaidNote {...paid} />;
  return (
    <CardStage
      order={order}
      kind={settings.cardPayments.kind}
      amount={formatPrice(order.price, settings.currency)}
      onReloadOrder={onReloadOrder}
      onPaid={(transactionId) => void tellShop(transactionId)}
    />
  );
}

function CardStage({
  order,
  kind,
  amount,
  onReloadOrder,
  onPaid,
}: {
  order: Order;
  kind: Parameters<typeof CardForm>[0]['kind'];
  amount: string;
  onReloadOrder: () => void;
  onPaid: (transactionId: string) => void;
}) {
  const hold = useHold(order);
  const [wasLost, setWasLost] = useState(false);
  return (
    <section aria-label="Card" className="space-y-5 rounded-md border border-line bg-surface p-5 sm:p-6">
      <HoldNote hold={hold} onReloadOrder={onReloadOrder} />
      {wasLost && hold.intent && (
        <p role="alert" className="text-bad">
          That payment had run out and nothing was charged. Your tools are held anew: press Pay again.
        </p>
      )}
      <CardForm
        kind={kind}
        intent={hold.intent}
        amount={amount}
        billing={{ name: order.userName, email: order.email }}
        onPaid={onPaid}
        onIntentLost={() => {
          setWasLost(true);
          hold.start();
        }}
      />
    </section>
  );
}
