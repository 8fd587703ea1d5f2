import type { Page } from 'playwright-core';
import { sidewaysProblems } from './width.ts';

/** From the narrowest phone to a large desk, in pixels. */
const widths = [320, 360, 390, 480, 600, 768, 834, 1024, 1180, 1280, 1366, 1440, 1600, 1920];

/** That at some width of the window a list of rows leaves its place, or breaks a word, a name or a part of
 * an email address that had room. */
export async function tableProblems(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Who watches sizes is told in one frame and has drawn anew by the next.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    problems.push(...(await sidewaysProblems(page)));
    const found = await page.evaluate(brokenRows);
    problems.push(...found.map((problem) => `at ${width} px ${problem}`));
  }
  if (before) await page.setViewportSize(before);
  return problems;
}

/** Runs in the page. */
function brokenRows(): string[] {
  /** So many cells or cards show what there is to see. */
  const MOST = 200;
  const HALF_A_LINE = 8;
  const boxes = [...document.querySelectorAll('main :is(th, td, article, section, table, div:has(> table))')];
  const left = boxes
    .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
    .map((box) => `its content leaves it: ${box.outerHTML.slice(0, 160)}`);

  const roomOf = (node: Node): number => {
    let box = node.parentElement;
    while (box && getComputedStyle(box).display === 'inline') box = box.parentElement;
    if (!box) return 0;
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    return box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };
  const broken: string[] = [];
  for (const cell of [...document.querySelectorAll('main :is(th, td, article)')].slice(0, MOST)) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // A part of an email address ends with its @ or its dot; after a hyphen it
      // may not break, elsewhere it may.
      const isEmail = node.parentElement?.closest('[data-email]');
      // What is cut off after some lines is still there to be measured, below its box.
      const floor =
        (node.parentElement?.closest('[class*="line-clamp"]') ?? cell).getBoundingClientRect().bottom + 1;
      // What a line may end behind stays with the part before it, and needs room there.
      const part = isEmail ? /[^\s@.]+[@.]?/g : /[^\s\-–/,]+[-–/,]?/g;
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(part)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const drawn = [...range.getClientRects()].filter((each) => each.width > 0 && each.bottom <= floor);
        const bottoms = drawn.map(({ bottom }) => bottom);
        const isBroken = Math.max(...bottoms) - Math.min(...bottoms) > HALF_A_LINE;
        const whole = drawn.reduce((sum, each) => sum + each.width, 0);
        if (isBroken && whole <= roomOf(node))
          broken.push(`'${text}' is broken in '${cell.textContent?.slice(0, 80)}'`);
      }
    }
  }
  return [...new Set([...left, ...broken])].slice(0, 5);
}
