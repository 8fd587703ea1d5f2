import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An address of a server that can come to mean another one, as a virtual address or a service's name does. */
export type MovingAddress = {
  port: number;
  /** Leads newcomers to another socket. Those who are connected are cut off, or hear nothing any more. */
  moveTo(socketPath: string, others: 'cut off' | 'left in silence'): void;
  close(): Promise<void>;
};

/** Opens one on a port of this machine, before a server that listens on a Unix socket. */
export async function openMovingAddress(socketPath: string): Promise<MovingAddress> {
  let path = socketPath;
  const pairs = new Set<[Socket, Socket]>();
  const cutOff = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const server = createServer((client) => {
    const pair: [Socket, Socket] = [client, connect(path)];
    const [, target] = pair;
    pairs.add(pair);
    for (const [one, other] of [pair, [target, client] as const]) {
      one.setNoDelay(true);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(next, others) {
      path = next;
      if (others === 'cut off') return cutOff();
      for (const [client, target] of pairs) {
        client.unpipe(target).resume();
        target.unpipe(client).resume();
        // What the old server still says, its end too, reaches nobody.
        target.removeAllListeners('close');
      }
    },
    async close() {
      server.close();
      cutOff();
      await once(server, 'close');
    },
  };
}
