import { startBenchShop } from './bench-shop.ts';
import { makeBuyers } from './buyers.ts';
import { measureOrders } from './orders.ts';
import { measurePayments } from './payments.ts';
import { makeAccount, measureBrowsing } from './sign-ins.ts';

/**
 * Measures what writes cost, against the same statements run by pgbench (which must be installed) on the same PostgreSQL,
 * in pairs one after the other; prints a Markdown table. Usage: npm run bench:writes [-- PAIRS SECONDS]
 */

const [pairs = 5, seconds = 5] = process.argv.slice(2).map(Number);

type Row = { what: string; floor: number[]; ours: number[]; wanted: string };

const shop = await startBenchShop();
try {
  await makeBuyers(shop.inside.shop);
  await makeAccount(shop);
  const heads = '| what | floor | ours | ratio | wanted |\n|---|---|---|---|---|\n';
  process.stdout.write(heads);
  for (const wanted of ['distinct tools', 'one tool'] as const) {
    const measured = await measureOrders(shop, wanted, { pairs, seconds });
    const floor = measured.map((pair) => pair.floor);
    const ours = measured.map((pair) => pair.ours);
    print({ what: `orders a second, 32 buyers, ${wanted}`, floor, ours, wanted: 'ratio ≥ 0.6' });
  }
  const settled: number[] = [];
  for (let run = 0; run < pairs; run += 1) settled.push(await measurePayments(shop, seconds));
  print({ what: 'payments settled from webhooks a second', floor: [], ours: settled, wanted: '≥ 500' });
  const browsing = await measureBrowsing(shop, { pairs, seconds });
  print({
    what: 'p99 of `/` in ms: idle (floor), under 8 sign-ins a second (ours)',
    floor: browsing.map(({ idle }) => idle),
    ours: browsing.map(({ signingIn }) => signingIn),
    wanted: 'ratio ≤ 2',
  });
} finally {
  await shop.stop();
}

function print({ what, floor, ours, wanted }: Row): void {
  const ratios = floor.map((value, pair) => (ours[pair] ?? Number.NaN) / value);
  const cells = [what, inShort(floor), inShort(ours), inShort(ratios, 2), wanted];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** 'min – median – max'. */
function inShort(values: number[], digits?: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [min, median, max] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  if (min === undefined || median === undefined || max === undefined) return '–';
  const show = (value: number) => value.toFixed(digits ?? (max < 100 ? 1 : 0));
  return `${show(min)} – ${show(median)} – ${show(max)}`;
}
