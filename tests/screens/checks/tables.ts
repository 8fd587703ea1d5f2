import type { Page } from 'playwright-core';
import { brokenTexts } from './broken-words.ts';
import { atWidths, sidewaysProblems } from './width.ts';

/** From the narrowest phone to a large desk, in pixels. */
const widths = [320, 360, 390, 480, 600, 768, 834, 1024, 1180, 1280, 1366, 1440, 1600, 1920];

/** Reports a list of rows that leaves its place at some width of the window, or breaks a word, a number or an
 * address there. */
export async function tableProblems(page: Page): Promise<string[]> {
  return atWidths(page, widths, async () => [
    ...(await sidewaysProblems(page)),
    ...(await page.evaluate(overflowingBoxes)),
    ...(await page.evaluate(brokenTexts)),
  ]);
}

/** Runs in the page. */
function overflowingBoxes(): string[] {
  return [...document.querySelectorAll('main :is(th, td, article, section, table, div:has(> table))')]
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `its content leaves it: ${box.outerHTML.slice(0, 160)}`)
    .slice(0, 5);
}
