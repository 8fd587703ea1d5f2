import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type BenchShop, benchAdmin, signInAsBenchAdmin, startBenchShop } from './support/bench-shop.ts';
import { againstFloor, type Row, showNumber } from './support/figures.ts';
import { memoryOf } from './support/memory.ts';
import { load } from './support/wrk.ts';

const PAIRS = 5;
const LOAD_S = 4;
const IDLE_MS = 10_000;

/** Measures the cost of traces: two shops side by side, of which the second sends each of its spans to a
 * receiver on loopback. */
export async function measureTraces(): Promise<Row[]> {
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const without = await startBenchShop();
  const traced = await startBenchShop(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  try {
    await pause(IDLE_MS);
    const idle = memoryRow('idle', without, traced);
    const requests = await measureRequests(without, traced);
    return [requests, idle, memoryRow('after that load', without, traced)];
  } finally {
    await without.stop();
    await traced.stop();
    receiver.close();
  }
}

async function measureRequests(without: BenchShop, traced: BenchShop): Promise<Row> {
  const floor: number[] = [];
  const ours: number[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    for (const [shop, seen] of [[without, floor] as const, [traced, ours] as const]) {
      const authorization = `Authorization: Bearer ${await signInAsBenchAdmin(shop)}`;
      const call = `${shop.origin}/user/${benchAdmin.email}`;
      seen.push((await load(call, LOAD_S, [authorization])).requestsPerSecond);
    }
  }
  return againstFloor('a signed-in call/s, its three spans sent or not', floor, ours, '≥ 0.6');
}

function memoryRow(when: string, without: BenchShop, traced: BenchShop): Row {
  const [floor, ours] = [without, traced].map(({ dataDir }) => memoryOf(dataDir).node.rss);
  return {
    what: `resident memory of Node ${when}, MB`,
    floor: showNumber(floor ?? Number.NaN),
    ours: showNumber(ours ?? Number.NaN),
    wanted: '≤ 40 more',
  };
}
