import type { Send } from '#web/client/api-client.ts';

/** The calls that place, change, pay and delete orders. */
const ORDERS = /^\/orders(?=[/?]|$)/;

/**
 * Carries requests as `send` does, and tells those who follow of every change of the person's orders that the shop has
 * taken: what counts them need not be told by each page that changes one.
 */
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
