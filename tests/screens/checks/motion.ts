import type { Page } from 'playwright-core';

const MOST_SHIFT = 0.02;
/** What is over sooner is no motion. */
const BLINK_MS = 50;

/** Notes every shift of the layout that nobody has caused by a key, a press or
 * going ahead to what is yet to come. */
export const noteShifts = () => {
  const shifts: { value: number; of: string }[] = [];
  Object.assign(window, { layoutShifts: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const {
        value,
        hadRecentInput,
        sources = [],
      } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: { node?: Element }[];
      };
      const of = sources.map(({ node }) => node?.outerHTML?.slice(0, 120)).join(' | ');
      if (!hadRecentInput && !('wentAhead' in window)) shifts.push({ value, of });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** That the page jumped while it came. */
export async function shiftProblems(page: Page): Promise<string[]> {
  const shifts: { value: number; of: string }[] = await page.evaluate(() =>
    Reflect.get(window, 'layoutShifts'),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  return sum > MOST_SHIFT
    ? [
        `its layout shifted by ${sum.toFixed(3)}: ${shifts.map(({ value, of }) => `${value.toFixed(3)} ${of}`).join(' ; ')}`,
      ]
    : [];
}

/** That something moves though the reader wants nothing to. */
export async function motionProblems(page: Page): Promise<string[]> {
  return page.evaluate(
    (blinkMs) =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => {
          const seen =
            effect instanceof KeyframeEffect &&
            effect.target?.checkVisibility({ contentVisibilityAuto: true });
          const lasts = Number(effect?.getComputedTiming().endTime) > blinkMs;
          return seen && lasts && playState === 'running';
        })
        .map(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 120) : '';
          return `it moves under reduced motion: ${target}`;
        }),
    BLINK_MS,
  );
}
