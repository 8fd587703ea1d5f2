import type { Page } from 'playwright-core';

/** The staff's lists, by screen. */
export const staffLists = [
  ...['manage-orders', 'manage-tools', 'users', 'stock-list'],
  ...['reviews', 'activity', 'invoices', 'quotes'],
];

/** How many rows a list shows at least without scrolling: many on a desk, the whole first one on a phone. */
const wanted = [
  { width: 1440, height: 900, rows: 12 },
  { width: 834, height: 1112, rows: 5 },
  { width: 390, height: 844, rows: 1 },
] as const;

/** Reports a list that shows fewer rows than wanted. */
export async function densityProblems(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const { rows, ...window } of wanted) {
    await page.setViewportSize(window);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    const { top, inSight } = await page.evaluate(rowsInSight);
    if (inSight < rows)
      problems.push(`at ${window.width} px ${inSight} rows are in sight, the first at ${top} px`);
  }
  if (before) await page.setViewportSize(before);
  return problems;
}

/** Runs in the page: counts the rows in the window, and those as high that would still have room if the list
 * were longer. */
function rowsInSight(): { top: number; inSight: number } {
  window.scrollTo(0, 0);
  const boxes = [...document.querySelectorAll('main [data-row]')].map((row) => row.getBoundingClientRect());
  const [first] = boxes;
  const last = boxes.at(-1);
  if (!first || !last) return { top: 0, inSight: 0 };
  const lines = new Set(boxes.map(({ top }) => top));
  const perLine = boxes.length / lines.size;
  const whole = boxes.filter(({ bottom }) => bottom <= innerHeight).length;
  const lineHeight = (last.bottom - first.top) / lines.size;
  const room = Math.floor(Math.max(0, innerHeight - last.bottom) / lineHeight);
  return { top: Math.round(first.top), inSight: whole + Math.floor(room * Math.round(perLine)) };
}
