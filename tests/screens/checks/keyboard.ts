import type { Page } from 'playwright-core';

/** Further Tab presses on one page find nothing new. */
const MOST_STEPS = 90;

type Step = { id: number; problems: string[]; isEnd: boolean };

/** Returns the page's keyboard problems: elements that Tab does not reach, without a focus ring, or
 * covered. */
export async function keyboardProblems(page: Page): Promise<string[]> {
  const expected = await page.evaluate(markFocusables);
  const problems: string[] = [];
  const reached = new Set<number>();
  let next = expected[0];
  // After an action, Tab starts from the last focus; past the end of the page it wraps to what comes before.
  let isRound = false;
  // A date field has a Tab stop for each of its parts, hence the margin.
  for (let step = 0; step < Math.min(expected.length, MOST_STEPS) + 10; step += 1) {
    await page.keyboard.press('Tab');
    // Focus enters a frame asynchronously, because the frame is a separate process.
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
    // Scrollable parts are Tab stops too, though not numbered.
    if (id >= 0) reached.add(id);
    next = expected[id + 1];
  }
  // If a list grew during the walk, its end was not reached.
  const whole =
    expected.length < MOST_STEPS && (await page.evaluate(markFocusables)).length === expected.length;
  const missed = whole ? expected.filter(({ id }) => !reached.has(id)) : [];
  return [...problems, ...missed.map(({ html }) => `not reached by Tab: ${html}`)];
}

/** Numbers every element that should be a Tab stop; one radio button represents its group. */
function markFocusables(): { id: number; html: string }[] {
  const selector =
    'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary, iframe, [tabindex="0"]';
  const groups = new Set<string>();
  // Elements behind an open modal dialog are unreachable.
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

  /** Whether `hit` is fixed or sticky, and `focused` is not inside it. */
  function isFixed(hit: Element, focused: Element): boolean {
    for (let at: Element | null = hit; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return !at.contains(focused);
    return false;
  }
}
