import type { Page } from 'playwright-core';
import { atWidths } from './width.ts';

/** From the narrowest window to a desk's, in pixels. */
const widths = [320, 390, 834, 1024, 1440];

/** What is cut on purpose: its selector, and where the whole text is. */
const deliberateCuts = {
  '[data-excerpt]': 'an excerpt of a text: the page that a press on its row or card opens has all of it',
  'details:not([open]) > summary': 'the beginning of a review or message: a press opens all of it',
};

/** Reports text that is cut, that overlaps other text, or that leaves the box it belongs to: a cell, card,
 * badge, button, table or dialog. */
export async function fitProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    // Rows far from the window have no size of their own yet.
    sheet.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  });
  return atWidths(page, widths, () => page.evaluate(misfits, Object.keys(deliberateCuts)));
}

/** Runs in the page. */
function misfits(cutsOnPurpose: string[]): string[] {
  /** Half a pixel of rounding on either side. */
  const SLACK = 1;
  /** Fonts' boxes are higher than their letters, by about a quarter of the line above and below. */
  const LETTERS = 0.25;
  const MOST = 8;
  const BOXES = 'td, th, table, button, article, dialog, [role="dialog"], fieldset';
  type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  type Text = { text: string; parts: Box[]; layer: Element | null };
  const problems = new Set<string>();
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${String(element.getAttribute('class') ?? '').slice(0, 60)}">`;
  const isClear = (colour: string) => colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);
  /** A line at one side alone bounds nothing. */
  const hasEdge = (element: Element) => {
    const { backgroundColor, borderLeftWidth, borderLeftColor, borderRightWidth, display } = styleOf(element);
    if (display === 'contents') return false;
    const isFramed = Number.parseFloat(borderLeftWidth) * Number.parseFloat(borderRightWidth) > 0;
    return (isFramed && !isClear(borderLeftColor)) || (!isClear(backgroundColor) && display !== 'inline');
  };
  const isBox = (element: Element) => element.matches(BOXES) || hasEdge(element);
  const isLayer = (element: Element) => /absolute|fixed|sticky/.test(styleOf(element).position);
  const beyond = (part: Box, box: Box) =>
    Math.max(box.left - part.left, part.right - box.right, box.top - part.top, part.bottom - box.bottom);

  const lettersOf = ({ left, right, top, bottom }: DOMRect): Box => {
    const inset = (bottom - top) * LETTERS;
    return { left, right, top: top + inset, bottom: bottom - inset };
  };
  /** Reports where a text, or a badge that holds one, leaves or is cut off by an ancestor; returns whether
   * all of it can be seen. */
  const checkAncestors = (what: string, element: Element, parts: Box[]): boolean => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = styleOf(box);
      const edges = box.getBoundingClientRect();
      // Only screen readers have it.
      if (edges.width <= 1) return false;
      const by = Math.max(...parts.map((part) => beyond(part, edges)));
      if (/hidden|clip/.test(`${overflowX} ${overflowY}`) && by > SLACK) {
        if (!cutsOnPurpose.some((selector) => box?.matches(selector)))
          problems.add(`${what} is cut by ${Math.round(by)} px in ${name(box)}`);
        return false;
      }
      // What can be scrolled to is there.
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return by <= SLACK;
      if (by > SLACK && isBox(box)) {
        problems.add(`${what} leaves ${name(box)} by ${Math.round(by)} px`);
        return true;
      }
      if (isLayer(box)) return true;
    }
    return true;
  };

  const seen: Text[] = [];
  const badges = new Set<Element>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (text === '' || !parent || parent.closest('script, style, svg, option, textarea, .sr-only')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const parts = [...range.getClientRects()].filter(({ width }) => width > 1).map(lettersOf);
    if (parts.length === 0) continue;
    const words = `'${text.slice(0, 50)}'`;
    let layer: Element | null = parent;
    while (layer && !isLayer(layer)) layer = layer.parentElement;
    if (checkAncestors(words, parent, parts)) seen.push({ text: words, parts, layer });
    const badge = parent.closest('button, [role="status"], span, a');
    if (badge?.parentElement && hasEdge(badge)) badges.add(badge);
  }
  for (const badge of badges) {
    const words = `The box of '${badge.textContent?.trim().slice(0, 50)}'`;
    if (badge.parentElement && !isLayer(badge))
      checkAncestors(words, badge.parentElement, [badge.getBoundingClientRect()]);
  }

  const placed = seen.flatMap((text) => text.parts.map((part) => ({ text, part })));
  placed.sort((a, b) => a.part.top - b.part.top);
  for (const [at, { text, part }] of placed.entries()) {
    for (let next = at + 1; next < placed.length; next += 1) {
      const other = placed[next];
      if (!other || other.part.top >= part.bottom - SLACK) break;
      if (other.text === text || other.text.layer !== text.layer) continue;
      const across = Math.min(part.right, other.part.right) - Math.max(part.left, other.part.left);
      if (across > 2 * SLACK)
        problems.add(`${text.text} overlaps ${other.text.text} by ${Math.round(across)} px`);
    }
  }
  return [...problems].slice(0, MOST);
}
