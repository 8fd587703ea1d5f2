import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Order } from '#features/orders/contract.ts';
import { createPaymentIntentCall } from '#features/orders/payments/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';

function useNowMs(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Starts an order's payment, which reserves its units for a while (decision 12). `intent` is there only while it can be
 * paid. `leftMs` is `undefined` when this device's clock is plainly wrong, because then only the shop knows. */
export function useReservation(order: Order) {
  const { api } = useSession();
  const nowMs = useNowMs();
  const query = useQuery({
    // At another price it is another payment.
    queryKey: ['payment-intent', order._id, order.price],
    queryFn: () => api.call(createPaymentIntentCall, { body: { price: order.price, orderId: order._id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const expiresAtMs = query.data ? Date.parse(query.data.holdExpiresAt) : undefined;
  const clockIsRight = expiresAtMs !== undefined && expiresAtMs > query.dataUpdatedAt;
  const leftMs = clockIsRight ? Math.max(expiresAtMs - nowMs, 0) : undefined;
  const hasRunOut = leftMs === 0;
  return {
    intent: query.isError || query.isFetching || hasRunOut ? undefined : query.data,
    expiresAtMs: clockIsRight ? expiresAtMs : undefined,
    leftMs,
    hasRunOut,
    error: query.error,
    isStarting: query.isFetching,
    start: () => void query.refetch(),
  };
}

export type Reservation = ReturnType<typeof useReservation>;
