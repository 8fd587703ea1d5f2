import { startBenchShop } from './support/bench-shop.ts';
import { againstFloor, type Row } from './support/figures.ts';
import { startFloor } from './support/start-floor.ts';
import { load } from './support/wrk.ts';

const RUNS = 3;
const WARM_UP_S = 5;
const RUN_S = 10;

const pairs = [
  { what: '`/`, requests/s', ours: '/', floor: '/', wanted: '≥ 0.4 × floor' },
  { what: '`/tools`, requests/s', ours: '/tools', floor: '/', wanted: '≥ 0.4 × floor' },
  {
    what: '`GET /tool?limit=12`, requests/s',
    ours: '/tool?limit=12',
    floor: '/tools',
    wanted: '≥ 1 × floor',
  },
];

/** Measures the shop's requests per second beside a bare server, alternating between the two. */
export async function measureServing(): Promise<Row[]> {
  const floor = await startFloor();
  const shop = await startBenchShop();
  const rows: Row[] = [];
  try {
    for (const pair of pairs) {
      const addresses = [floor.origin + pair.floor, shop.origin + pair.ours] as const;
      for (const address of addresses) await load(address, WARM_UP_S);
      const seen: [number[], number[]] = [[], []];
      for (let run = 0; run < RUNS; run += 1) {
        seen[0].push((await load(addresses[0], RUN_S)).requestsPerSecond);
        seen[1].push((await load(addresses[1], RUN_S)).requestsPerSecond);
      }
      rows.push(againstFloor(pair.what, ...seen, pair.wanted));
    }
    return rows;
  } finally {
    await shop.stop();
    await floor.stop();
  }
}
