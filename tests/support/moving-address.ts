import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseConnection } from '#platform/database/connection.ts';

/** A server address that can move to another server, as a virtual address or a service name does. */
export type MovingAddress = {
  port: number;
  /** Directs new connections to another server. Existing ones are cut off, or left without any further
   * data. */
  moveTo(server: Place, others: 'cut off' | 'left in silence'): void;
  /** Accepts connections, but carries nothing either way until thawed: as a server that is stopped, whose
   * system still answers. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
};

/** The address of a PostgreSQL: a host, or a socket's folder. */
type Place = Pick<DatabaseConnection, 'host' | 'port'>;

/** Opens a moving address on a local port. */
export async function openMovingAddress(server: Place): Promise<MovingAddress> {
  let place = server;
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const join = ([client, target]: [Socket, Socket]) => {
    client.pipe(target);
    target.pipe(client);
  };
  const cutOff = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const listener = createServer((client) => {
    const pair: [Socket, Socket] = [client, reach(place)];
    const [, target] = pair;
    pairs.add(pair);
    for (const [one, other] of [pair, [target, client] as const]) {
      one.setNoDelay(true);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
    if (!isFrozen) join(pair);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    moveTo(next, others) {
      place = next;
      if (others === 'cut off') return cutOff();
      for (const [client, target] of pairs) {
        client.unpipe(target).resume();
        target.unpipe(client).resume();
        // What the old server still sends, including the end of its connection, is discarded.
        target.removeAllListeners('close');
      }
    },
    freeze() {
      isFrozen = true;
      for (const [client, target] of pairs) {
        client.unpipe(target).pause();
        target.unpipe(client).pause();
      }
    },
    thaw() {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
    async close() {
      listener.close();
      cutOff();
      await once(listener, 'close');
    },
  };
}

function reach({ host, port }: Place): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
}
