import type { Page } from 'playwright-core';
import { atWidths } from './width.ts';

/** From the narrowest window to a large desk's, in pixels. */
const widths = [320, 390, 834, 1440, 1920];

/** Reports text that is broken where it must not be, or has no space before what follows it, at these widths
 * of the window that are less than `below`. */
export async function brokenTextProblems(page: Page, below = Number.POSITIVE_INFINITY): Promise<string[]> {
  return atWidths(
    page,
    widths.filter((width) => width < below),
    () => page.evaluate(brokenTexts),
  );
}

/** Runs in the page: finds words, numbers and addresses broken in the middle. */
export function brokenTexts(): string[] {
  /** So many texts show what there is to see: rows are all alike. */
  const MOST = 3_000;
  const HALF_A_LINE = 8;
  /** No label, number or address is longer. A person's word may be, and then fits no narrow window whole. */
  const LONGEST = 40;
  const problems = new Set<string>();
  let last: { text: string; right: number; top: number; parent: Element } | undefined;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let seen = 0, node = walker.nextNode(); node && seen < MOST; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent ?? '';
    if (text === '' || !parent || parent.closest('script, style, svg, option, textarea, .sr-only')) continue;
    range.selectNodeContents(node);
    const whole = range.getClientRects();
    const [start] = whole;
    const end = [...whole].at(-1);
    if (!start || !end || start.width <= 1 || !parent.checkVisibility({ visibilityProperty: true })) continue;
    seen += 1;

    // Text cut off after some lines is still measured, below its box.
    const cut = parent.closest('[class*="line-clamp"], .truncate')?.getBoundingClientRect();
    const isShown = (box: DOMRect) => box.width > 0 && (!cut || box.bottom <= cut.bottom + 1);

    // A highlighted part of a word still belongs to it.
    const isHighlight = parent.closest('mark') || last?.parent.closest('mark');
    const isNext =
      last && last.parent !== parent && !isHighlight && Math.abs(start.top - last.top) < HALF_A_LINE;
    if (last && isNext && /[\p{L}\p{N}]$/u.test(last.text) && /^[\p{L}\p{N}]/u.test(text)) {
      const gap = start.left - last.right;
      if (gap > -1 && gap < 2)
        problems.add(`nothing is between '${last.text.slice(-30)}' and '${text.slice(0, 30)}'`);
    }
    last = isShown(end) ? { text, right: end.right, top: end.top, parent } : undefined;

    if (whole.length === 1) continue;
    // A word of letters may break behind a hyphen or a slash; a number, code or address nowhere.
    for (const { 0: token, index } of text.matchAll(/\S+/g)) {
      const parts = /[\d@]/.test(token) ? [token] : token.split(/(?<=[-–—/…])/);
      let at = index;
      for (const part of parts) {
        range.setStart(node, at);
        range.setEnd(node, at + part.length);
        at += part.length;
        if (part.length > LONGEST) continue;
        const bottoms = [...range.getClientRects()].filter(isShown).map(({ bottom }) => bottom);
        if (Math.max(...bottoms) - Math.min(...bottoms) > HALF_A_LINE)
          problems.add(`'${part}' is broken in '${parent.textContent?.slice(0, 60)}'`);
      }
    }
  }
  return [...problems].slice(0, 8);
}
