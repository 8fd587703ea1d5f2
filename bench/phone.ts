import { startBenchShop } from './support/bench-shop.ts';
import { againstFloor, type Row, showSpread, spreadOf } from './support/figures.ts';
import { clickTool, loadPage, type PageLoad } from './support/page-load.ts';
import { startFloor } from './support/start-floor.ts';

const RUNS = 5;

/** The origin of a shop that runs an earlier build with the same catalogue, to be measured by turns. */
const before = process.env.BENCH_BEFORE;

/** Measures a phone's first page beside a text-only page of 10 KB, and the time of a click in the list. With
 * `BENCH_BEFORE`, also beside an earlier build. */
export async function measurePhone(): Promise<Row[]> {
  const floor = await startFloor();
  const shop = await startBenchShop(undefined, { TOOL_PAGES: 'public' });
  try {
    const rows: Row[] = [];
    for (const path of ['/', '/tools', 'a tool’s page'] as const) {
      const bare: PageLoad[] = [];
      const earlier: PageLoad[] = [];
      const loads: PageLoad[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        bare.push(await loadPage(floor.origin, 'phone'));
        if (before) earlier.push(await loadPage(await addressOf(before, path), 'phone'));
        loads.push(await loadPage(await addressOf(shop.origin, path), 'phone'));
      }
      rows.push(...rowsOf(path, bare, loads));
      if (before) rows.push(...rowsOf(`${path}, before`, bare, earlier));
    }
    for (const [device, wanted] of [
      ['desk', '≤ 50'],
      ['phone', '≤ 100'],
    ] as const) {
      const clicks = [];
      for (let run = 0; run < RUNS; run += 1) clicks.push(await clickTool(shop.origin, device));
      rows.push(
        row(
          `click in the list → heading, ${device}, signed in, ms`,
          clicks.map(({ ms }) => ms),
          wanted,
        ),
        row(
          `… requests prefetched`,
          clicks.map(({ prefetched }) => prefetched),
          '≤ 30',
        ),
      );
    }
    return rows;
  } finally {
    await shop.stop();
    await floor.stop();
  }
}

/** Returns the address of a page; `a tool’s page` is that of the first tool. */
async function addressOf(origin: string, path: string): Promise<string> {
  if (path.startsWith('/')) return origin + path;
  const tools = (await (await fetch(`${origin}/tool?limit=1`)).json()) as { _id: string }[];
  return `${origin}/tools/${tools[0]?._id}`;
}

function rowsOf(what: string, bare: PageLoad[], loads: PageLoad[]): Row[] {
  const of = (field: keyof PageLoad, per = 1) => loads.map((load) => load[field] / per);
  const beside = (words: string, field: 'fcp' | 'lcp', wanted: string) =>
    againstFloor(
      words,
      bare.map((load) => load[field]),
      of(field),
      wanted,
    );
  return [
    beside(`${what}: first paint (FCP), ms`, 'fcp', '≤ 1.3 × floor'),
    beside('… largest paint (LCP), ms', 'lcp', '≤ 1.5 × floor'),
    row('… main thread blocked, ms', of('blocked'), '≤ 50'),
    row('… until `load`, s', of('load', 1_000), '≤ 1.2', 2),
    row('… all bytes until `load`, kB', of('bytes', 1_000), '≤ 150', 1),
    row('… with the scripts after it, kB', of('wholeBytes', 1_000), '≤ 200', 1),
    row('… requests until `load`', of('requests'), '≤ 25'),
    row('… JavaScript until `load`, kB', of('scriptBytes', 1_000), '≤ 0', 1),
    row('… layout shift', of('shift'), '≤ 0.01', 4),
  ];
}

function row(what: string, values: number[], wanted: string, digits = 0): Row {
  return { what, ours: showSpread(spreadOf(values), digits), wanted };
}
