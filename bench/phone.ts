import { startBenchShop } from './support/bench-shop.ts';
import { againstFloor, type Row, showSpread, spreadOf } from './support/figures.ts';
import { clickTool, loadPage, type PageLoad } from './support/page-load.ts';
import { startFloor } from './support/start-floor.ts';

const RUNS = 5;

const wantedOf = {
  '/': { fcp: '≤ 450', lcp: '≤ 500' },
  '/tools': { fcp: '≤ 500', lcp: '≤ 600' },
};

/** Measures a phone's first page beside a text-only page of 10 KB, and the time of a click in the list. */
export async function measurePhone(): Promise<Row[]> {
  const floor = await startFloor();
  const shop = await startBenchShop();
  try {
    const rows: Row[] = [];
    for (const path of ['/', '/tools'] as const) {
      const bare: PageLoad[] = [];
      const loads: PageLoad[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        bare.push(await loadPage(floor.origin, 'phone'));
        loads.push(await loadPage(shop.origin + path, 'phone'));
      }
      rows.push(...rowsOf(path, bare, loads));
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

function rowsOf(path: '/' | '/tools', bare: PageLoad[], loads: PageLoad[]): Row[] {
  const of = (field: keyof PageLoad, per = 1) => loads.map((load) => load[field] / per);
  const beside = (what: string, field: 'fcp' | 'lcp', wanted: string) =>
    againstFloor(
      what,
      bare.map((load) => load[field]),
      of(field),
      wanted,
    );
  const { fcp, lcp } = wantedOf[path];
  return [
    beside(`\`${path}\` on the phone: first paint (FCP), ms`, 'fcp', fcp),
    beside('… largest paint (LCP), ms', 'lcp', lcp),
    row('… main thread blocked, ms', of('blocked'), '≤ 50'),
    row('… until `load`, s', of('load', 1_000), '≤ 1.2', 2),
    row('… all bytes until `load`, kB', of('bytes', 1_000), '≤ 150', 1),
    row('… requests until `load`', of('requests'), '≤ 25'),
    row('… JavaScript until `load`, kB', of('scriptBytes', 1_000), '≤ 0', 1),
    row('… layout shift', of('shift'), '≤ 0.01', 4),
  ];
}

function row(what: string, values: number[], wanted: string, digits = 0): Row {
  return { what, ours: showSpread(spreadOf(values), digits), wanted };
}
