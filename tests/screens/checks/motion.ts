import type { Page } from 'playwright-core';

const MOST_SHIFT = 0.02;
/** Shorter animations do not count as motion. */
const BLINK_MS = 50;

/** Records every layout shift not caused by a key, a press or scrolling ahead to pending content. */
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

/** Reports layout shifts while the page loads. */
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

/** Reports animations that run although the reader prefers reduced motion. */
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
