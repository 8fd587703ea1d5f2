import type { Page } from 'playwright-core';

/** More steps by Tab show nothing new on one page. */
const MOST_STEPS = 90;

type Step = { id: number; problems: string[]; isEnd: boolean };

/** What is wrong for somebody who goes through the page by Tab: what is not
 * reached, not ringed, or covered. */
export async function keyboardProblems(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markFocusables);
  const problems: string[] = [];
  const reached = new Set<number>();
  let next = expected[0];
  // Where something has been done, Tab starts from there: behind the end, it comes to what is before.
  let isRound = false;
  // A field for a day stops at each of its parts.
  for (let step = 0; step < Math.min(expected.length, MOST_STEPS) + 10; step += 1) {
    await page.keyboard.press('Tab');
    // The focus goes into a frame, which is a process of its own, by and by.
    if (next?.html.startsWith('<iframe'))
      await page.waitForFunction(() => document.activeElement instanceof HTMLIFrameElement);
    const { id, isEnd, problems: found } = await page.evaluate(lookAtFocus);
    if (isEnd && !isRound) {
      isRound = true;
      next = expected[0];
      continue;
    }
    const [first] = reached;
    if (isEnd || id === first) break;
    problems.push(...found);
    // A part that scrolls is stopped at too, without being asked for.
    if (id >= 0) reached.add(id);
    next = expected[id + 1];
  }
  // A list that has grown on the way has an end that was not come to.
  const whole =
    expected.length < MOST_STEPS && (await page.evaluate(markFocusables)).length === expected.length;
  const missed = whole ? expected.filter(({ id }) => !reached.has(id)) : [];
  return [...problems, ...missed.map(({ html }) => `not reached by Tab: ${html}`)];
}

/** Numbers everything that Tab should stop at; of a group of radio buttons one is enough. */
function markFocusables(): { id: number; html: string }[] {
  const selector =
    'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex="0"]';
  const groups = new Set<string>();
  // Behind a dialog that is open, nothing is reached.
  const within = document.querySelector('dialog:modal') ?? document;
  return [...within.querySelectorAll<HTMLElement>(selector)]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.tabIndex >= 0 &&
        !element.closest('[inert]'),
    )
    .filter((element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      if (groups.has(element.name)) return false;
      groups.add(element.name);
      return true;
    })
    .map((element, id) => {
      element.dataset.focusId = String(id);
      for (const twin of radiosOf(element)) twin.dataset.focusId = String(id);
      return { id, html: element.outerHTML.slice(0, 140) };
    });

  function radiosOf(element: HTMLElement): HTMLElement[] {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return [];
    return [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name }) => name === element.name,
    );
  }
}

function lookAtFocus(): Step {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body)
    return { id: -1, problems: [], isEnd: true };
  const id = Number(element.dataset.focusId ?? -1);
  const name = element.outerHTML.slice(0, 140);
  const problems: string[] = [];
  const ringed = [element, element.parentElement, element.nextElementSibling].some((near) => {
    if (!near) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(near);
    return (
      outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/^rgba\(.*, 0\)$/.test(outlineColor)
    );
  });
  if (!ringed && !(element instanceof HTMLIFrameElement)) problems.push(`no focus ring: ${name}`);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
    problems.push(`focused out of sight: ${name}`);
  const places = [
    [left + 2, top + 2],
    [right - 2, bottom - 2],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  const over = places
    .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight)
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find((hit) => hit && !hit.contains(element) && !element.contains(hit) && isFixed(hit, element));
  if (over) problems.push(`focused under ${over.outerHTML.slice(0, 80)}: ${name}`);
  return { id, problems, isEnd: false };

  /** Whether it sticks to the window, and the focused element does not stick with it. */
  function isFixed(hit: Element, focused: Element): boolean {
    for (let at: Element | null = hit; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return !at.contains(focused);
    return false;
  }
}
