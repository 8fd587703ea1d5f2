import type { Send } from '#ui/client/api-client.ts';

/** The calls that place, change, pay and delete orders. */
const ORDERS = /^\/orders(?=[/?]|$)/;

/** Carries requests as `send` does, and tells those who follow of every change of an
 * order that the shop has taken. */
export function watchOrders(send: Send) {
  const followers = new Set<() => void>();
  return {
    send: async (path, init) => {
      const response = await send(path, init);
      const isChange = ORDERS.test(path) && (init?.method ?? 'GET') !== 'GET';
      if (isChange && response.ok) for (const follow of followers) follow();
      return response;
    },
    /** Calls `follow` after each change; answers what ends that. */
    followOrders(follow: () => void) {
      followers.add(follow);
      return () => {
        followers.delete(follow);
      };
    },
  } satisfies { send: Send; followOrders: (follow: () => void) => () => void };
}
