/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { orderBody } from '#tests/support/buying.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { createHttpClient, type HttpClient, NoReply } from './support/http-client.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const CLIENTS = 32;
const STOPS = scaled(50, 1);
/** Well within the lifetime of an access token. */
const ROUNDS_PER_CROWD = 10;

let fleet: ShopFleet;
beforeAll(async () => {
  fleet = await startShopFleet(2);
});
afterAll(() => fleet?.stop());

/** An error that a client should not have met. */
type Trouble = string;

/** A client that keeps its connections, and switches only when a reply says so or no connection can be
 * opened. */
class KeepAliveClient {
  readonly troubles: Trouble[] = [];
  readonly leaving = new Set<FleetProcess>();
  readonly http: HttpClient = createHttpClient();
  #turn = 0;

  async call<Body>(...request: Parameters<FleetProcess['call']>): Promise<Reply<Body>> {
    for (;;) {
      const process = this.#choose();
      try {
        const reply = await this.http.call<Body>(process.origin, ...request);
        if (reply.headers.get('connection') === 'close') this.leaving.add(process);
        if (reply.status >= 500) this.troubles.push(`${request[0]} ${request[1]}: ${reply.status}`);
        return reply;
      } catch (error) {
        if (!(error instanceof NoReply)) throw error;
        this.leaving.add(process);
        // A refused connection sent nothing; any other error broke a request.
        if (error.code !== 'ECONNREFUSED')
          this.troubles.push(`${request[0]} ${request[1]}: ${error.message}`);
      }
    }
  }

  #choose(): FleetProcess {
    const serving = fleet.processes.filter((process) => !this.leaving.has(process));
    this.#turn += 1;
    const process = serving[this.#turn % serving.length];
    if (!process) throw new Error('every process is leaving');
    return process;
  }
}

/** Orders and browses until stopped; returns the confirmed orders, by key. */
async function shopAround(client: KeepAliveClient, buyer: TestUser, toolId: string, isOver: () => boolean) {
  const placed = new Map<string, string>();
  while (!isOver()) {
    const key = randomUUID();
    const order = await client.call<Order>('POST', '/orders', {
      token: buyer.token,
      body: orderBody(toolId),
      headers: { 'idempotency-key': key },
    });
    if (order.status === 201) placed.set(key, order.body._id);
    else client.troubles.push(`an order was answered ${order.status}`);
    await client.call('GET', '/tool');
    await client.call('GET', `/orders/${order.body._id}`, { token: buyer.token });
    await client.call('GET', '/');
  }
  return placed;
}

/** Stops one process gracefully and starts it again. */
async function stopAndStart(process: FleetProcess, client: KeepAliveClient): Promise<void> {
  process.signal('SIGTERM');
  const newcomer = (path: string) => process.call('GET', path, { headers: { connection: 'close' } });
  await until('the process to be unready', async () => (await newcomer('/readyz')).status === 503);
  // A client that does not know of the stop yet is still served.
  expect((await newcomer('/tool')).status).toBe(200);
  // A stop that takes longer than 20 seconds ends with another code.
  expect(await process.ended(), process.printed().slice(-600)).toEqual({ code: 0, signal: null });
  await process.start();
  client.leaving.delete(process);
}

test(`${STOPS} processes are told to stop under load: nobody is cut off, nothing is lost`, async () => {
  const { id: toolId } = await fleet.makeTool({ onHand: 1_000_000 });
  const client = new KeepAliveClient();
  let orders = 0;
  for (let round = 0; round < STOPS; round += ROUNDS_PER_CROWD) {
    let isOver = false;
    const buyers = await Promise.all(Array.from({ length: CLIENTS }, () => fleet.makeUser()));
    const crowd = Promise.all(buyers.map((buyer) => shopAround(client, buyer, toolId, () => isOver)));
    try {
      for (let stop = round; stop < Math.min(STOPS, round + ROUNDS_PER_CROWD); stop++) {
        await stopAndStart(fleet.processes[stop % 2] ?? fleet.processes[0], client);
      }
    } finally {
      isOver = true;
      await crowd;
    }
    orders += await expectAllKept(buyers, await crowd);
  }
  client.http.close();
  expect(client.troubles).toEqual([]);
  expect(orders).toBeGreaterThan(STOPS);
  reportFigure(
    'graceful stop',
    `${STOPS} SIGTERMs under the load of ${CLIENTS} clients (${client.http.acknowledged.length} requests): each unready, then gone with code 0 within 20 s; 0 resets, 0 5xx, ${orders} orders told, 0 lost, 0 doubled`,
  );
});

/** Opens a connection to a process, and sends what is given. */
async function sendTo({ origin }: FleetProcess, text: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // The process may end before the connection does.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const HEAD = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n';

test('a connection without a request, with a part of one, or of a refused one holds up no stop', async () => {
  const [process] = fleet.processes;
  const sockets = [
    await sendTo(process, ''),
    await sendTo(process, 'POST /contact HTTP/1.1\r\nHost: loc'),
    await sendTo(process, `${HEAD}\r\n`),
  ];
  expect(await process.end('SIGTERM'), process.printed().slice(-600)).toEqual({ code: 0, signal: null });
  for (const socket of sockets) socket.destroy();
  await process.start();
});

test('a stop that a request holds up ends after 20 seconds, and says what it waited for', async () => {
  const process = fleet.processes[1] ?? fleet.processes[0];
  const socket = await sendTo(process, `${HEAD}Content-Type: application/json\r\n\r\n{"name":`);
  const from = process.printed().length;
  expect(await process.end('SIGTERM')).toEqual({ code: 1, signal: null });
  expect(process.printed().slice(from)).toContain(
    'Ended after 20 seconds, while the stop waited for the last answers (requests under way: POST /contact).',
  );
  socket.destroy();
  await process.start();
});

/** Asserts that every order confirmed to a buyer exists, and no other; returns their number. */
async function expectAllKept(buyers: TestUser[], told: Map<string, string>[]): Promise<number> {
  const kept = await fleet.shop.db
    .selectFrom('orders')
    .select('id')
    .where(
      'user_id',
      'in',
      buyers.map(({ userId }) => userId),
    )
    .execute();
  const toldIds = told.flatMap((orders) => [...orders.values()]);
  expect(kept.map(({ id }) => id).sort()).toEqual(toldIds.sort());
  return toldIds.length;
}
