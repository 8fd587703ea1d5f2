import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { testForm } from '#tests/support/test-form.ts';

// The themes differ only in colours, so the second one is checked for these alone.
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  dark: ['color-contrast', 'link-in-text-block'],
};

/** `npm test` leaves the dark theme's colours to the rest. */
const themes = testForm === 'short' ? (['light'] as const) : (['light', 'dark'] as const);

/** Checks the page in each theme: no axe violation, and no horizontal scrolling. */
export async function expectSoundScreen(page: Page): Promise<void> {
  const fasten = await loosen(page);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    // Axe stays in the page once injected, and injecting it is slow.
    const axeSource = (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'axe' } : {};
    // Legacy mode runs in the page itself. Otherwise axe opens another page each time, which takes twice as
    // long.
    const { violations } = await new AxeBuilder({ page, ...axeSource })
      .setLegacyMode()
      .options({ runOnly: rules[colorScheme], resultTypes: ['violations'] })
      .analyze();
    const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  await fasten();
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(sideways, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Lets sticky bars stay where they are on the page until the returned function is called: axe takes a link that
 * one of them half covers, at this place of the scroll bar, for too small a target. */
async function loosen(page: Page): Promise<() => Promise<void>> {
  const bars = await page.evaluateHandle(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => getComputedStyle(each).position === 'sticky')
      .map((bar) => ({ bar, style: bar.getAttribute('style') })),
  );
  await bars.evaluate((all) => {
    for (const { bar } of all) Object.assign(bar.style, { position: 'relative', inset: 'auto' });
  });
  return async () => {
    await bars.evaluate((all) => {
      for (const { bar, style } of all) {
        bar.removeAttribute('style');
        if (style !== null) bar.style.cssText = style;
      }
    });
    await bars.dispose();
  };
}

/** Waits for colour transitions, so that colours are not checked halfway. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The transition of skipped content, such as in a closed `details`, does not advance.
    const isSeen = ({ effect }: CSSTransition) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true });
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition && isSeen(animation));
    return Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}

/** Returns the element with the site's links and the account: the bar on a desktop, the drawer on a phone,
 * which it opens. */
export async function openMenu(page: Page): Promise<Locator> {
  const toggle = page.getByRole('button', { name: 'Open menu' });
  if (!(await toggle.isVisible())) return page.getByRole('banner');
  await toggle.click();
  return page.getByRole('dialog', { name: 'Menu' });
}

/** Logs out by the button in the bar, or on a phone in the menu. */
export async function logOut(page: Page): Promise<void> {
  await (await openMenu(page)).getByRole('button', { name: 'Log Out', exact: true }).click();
}

/** The labels of the dashboard's menu as it shows them, each with the count of what waits there, if any. */
export const withCounts = (labels: string[]): RegExp[] =>
  labels.map((label) => new RegExp(`^${label} ?(?:\\d+\\+?)?$`));

/** The visible element with exactly this text. Menus contain some texts twice, once for each screen width. */
export function visibleText(within: Page | Locator, text: string): Locator {
  return within.getByText(text, { exact: true }).filter({ visible: true });
}

/** Asserts that a toast with exactly this text is visible. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText(text, { exact: true })).toBeVisible();
}

/** Asserts that a field is marked invalid, with exactly this message. `hint` is the field's permanent
 * help. */
export async function expectProblem(field: Locator, message: string, hint?: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(hint ? `${message} ${hint}` : message);
  await expect(field.page().getByText(message, { exact: true }).first()).toBeVisible();
}

/** Asserts that a field is not marked invalid, and has no message. */
export async function expectNoProblem(field: Locator, hint = ''): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(hint);
}

/** Watches for layout shifts from now on; the returned function resolves to the markup of what moved. */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] };
        moved.push(...sources.map(({ node }) => (node instanceof Element ? node.outerHTML : String(node))));
      }
    }).observe({ type: 'layout-shift' });
  });
  return () =>
    page.evaluate(
      () =>
        // A shift is reported with the frame that renders it.
        new Promise<string[]>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Reflect.get(window, 'moved'))));
        }),
    );
}
