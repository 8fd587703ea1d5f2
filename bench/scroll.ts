import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { makeFolder, startBenchShop } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { type Scrolling, type screens, scrollList } from './support/scroll-list.ts';

const run = promisify(execFile);

const TOOLS = 10_000;
const RUNS = 3;

/** Measures a browser with a slow CPU while it scrolls through a list of ten thousand tools. */
export async function measureScroll(): Promise<Row[]> {
  const dataDir = await makeFolder();
  try {
    await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], {
      env: { ...process.env, SHOP_DATA_DIR: dataDir },
    });
    const shop = await startBenchShop(dataDir);
    try {
      const rows: Row[] = [];
      for (const screen of ['desk', 'phone'] as const) {
        const runs: Scrolling[] = [];
        for (let nth = 0; nth < RUNS; nth += 1) runs.push(await scrollList(shop.origin, screen, TOOLS));
        rows.push(...rowsOf(screen, runs));
      }
      return rows;
    } finally {
      await shop.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function rowsOf(screen: keyof typeof screens, runs: Scrolling[]): Row[] {
  const of = (what: string, value: (run: Scrolling) => number, wanted = '', digits = 0): Row => ({
    what,
    ours: showSpread(spreadOf(runs.map(value)), digits),
    wanted,
  });
  return [
    of(`${screen}: work of the main thread in a frame, ms`, ({ work }) => work, '≤ 16.7', 1),
    // Frames come at multiples of about 16.7 ms; a limit half-way between two multiples is unambiguous.
    of('… frames later than 16.7 ms, %', ({ frames }) => shareOver(frames, 25), '0', 1),
    of('… frames later than 33 ms, %', ({ frames }) => shareOver(frames, 41.7), '0', 1),
    of('… longest frame, ms', ({ frames }) => Math.max(...frames)),
    of('… the first thousand tools, s', ({ firstThousand }) => firstThousand / 1_000, '', 1),
    of('… the last thousand, s', ({ lastThousand }) => lastThousand / 1_000, 'as the first', 1),
    of('… JavaScript heap with 24 tools, MB', ({ heap }) => heap.start, '', 1),
    of('… JavaScript heap with 10,000, MB', ({ heap }) => heap.end, '', 1),
    of('… nodes with 24 tools', ({ nodes }) => nodes.start),
    of('… nodes with 10,000', ({ nodes }) => nodes.end),
  ];
}

function shareOver(frames: number[], ms: number): number {
  return (frames.filter((frame) => frame > ms).length / frames.length) * 100;
}
