import { useQuery } from '@tanstack/react-query';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentChoice } from '#features/orders/web/cart-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useNowMs } from '#ui/hooks.ts';
import { createPaymentIntentCall } from '../contract.ts';
import { chosen } from './charges.tsx';

/** What is paid at once: one order as specified, or several with the buyer's choices for them. `amount` is
 * the total that they saw; `undefined` while that is not known. */
export type ToPay = {
  orders: readonly Order[];
  choice: PaymentChoice | undefined;
  amount: number | undefined;
};

function intentBody({ orders, choice, amount = 0 }: ToPay) {
  const [first] = orders;
  if (!choice) return { price: amount, orderId: first?._id };
  return { orderIds: orders.map(({ _id }) => _id), price: amount, ...chosen(choice) };
}

/** Starts a payment, which reserves its orders' units for a limited time (decision 73). `intent` is set only
 * while it can be paid. `leftMs` is `undefined` if this device's clock is clearly wrong, because then only
 * the server knows the remaining time. */
export function useReservation(toPay: ToPay) {
  const { api } = useSession();
  const nowMs = useNowMs();
  const query = useQuery({
    // A different price needs a different payment.
    queryKey: [
      'payment-intent',
      toPay.orders.map(({ _id, price }) => [_id, price]),
      toPay.choice,
      toPay.amount,
    ],
    queryFn: () => api.call(createPaymentIntentCall, { body: intentBody(toPay) }),
    enabled: toPay.amount !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const expiresAtMs = query.data ? Date.parse(query.data.holdExpiresAt) : undefined;
  const clockIsRight = expiresAtMs !== undefined && expiresAtMs > query.dataUpdatedAt;
  const leftMs = clockIsRight ? Math.max(expiresAtMs - nowMs, 0) : undefined;
  const isExpired = leftMs === 0;
  return {
    intent: query.isError || query.isFetching || isExpired ? undefined : query.data,
    expiresAtMs: clockIsRight ? expiresAtMs : undefined,
    leftMs,
    isExpired,
    error: query.error,
    isStarting: query.isFetching || toPay.amount === undefined,
    start: () => void query.refetch(),
  };
}

export type Reservation = ReturnType<typeof useReservation>;
