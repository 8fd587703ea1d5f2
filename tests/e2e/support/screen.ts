import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { testForm } from '#tests/support/test-form.ts';

// The themes differ in nothing but colours, so the second is asked for these alone.
const rules = {
  light: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  dark: ['color-contrast', 'link-in-text-block'],
};

/** `npm test` leaves the colours of the dark theme to the rest. */
const themes = testForm === 'short' ? (['light'] as const) : (['light', 'dark'] as const);

/** Looks the page over as it stands, in each theme: nothing that axe objects
 * to, and no scrolling sideways. */
export async function expectSoundScreen(page: Page): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    // Axe stays in the page once it is there, and takes long to be put into it.
    const axeSource = (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'axe' } : {};
    // Legacy mode: in the page itself. Otherwise axe opens a page of its own each
    // time, which takes twice as long.
    const { violations } = await new AxeBuilder({ page, ...axeSource })
      .setLegacyMode()
      .options({ runOnly: rules[colorScheme], resultTypes: ['violations'] })
      .analyze();
    const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect(found, `accessibility of ${page.url()}, ${colorScheme}`).toEqual([]);
  }
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(sideways, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Waits for colours that are on their way from one to another, so that they are not judged halfway. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => {
    // What is skipped while it is out of sight, in a closed `details` say, does not go on.
    const isSeen = ({ effect }: CSSTransition) =>
      effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true });
    const transitions = document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition && isSeen(animation));
    return Promise.allSettled(transitions.map((transition) => transition.finished));
  });
}

/** Where the site's links and the account are: the bar of a desk, the drawer of a
 * phone, which is opened for it. */
export async function openMenu(page: Page): Promise<Locator> {
  const toggle = page.getByRole('button', { name: 'Open menu' });
  if (!(await toggle.isVisible())) return page.getByRole('banner');
  await toggle.click();
  return page.getByRole('dialog', { name: 'Menu' });
}

/** Where exactly this text is to be seen. Menus hold some texts twice, once for each width of the screen. */
export function visibleText(within: Page | Locator, text: string): Locator {
  return within.getByText(text, { exact: true }).filter({ visible: true });
}

/** A toast with exactly this text is to be seen. */
export async function expectToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText(text, { exact: true })).toBeVisible();
}

/** A field is marked as wrong, with exactly this message under it. `hint` is the
 * help that stands there always. */
export async function expectProblem(field: Locator, message: string, hint?: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(hint ? `${message} ${hint}` : message);
  await expect(field.page().getByText(message, { exact: true }).first()).toBeVisible();
}

/** A field is not marked as wrong, and has no message. */
export async function expectNoProblem(field: Locator, hint = ''): Promise<void> {
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(hint);
}

/** Watches for anything that moves in the page as it is shown from now on; answers
 * what is to say so, by its markup. */
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
        // What has moved is told with the frame in which it is drawn.
        new Promise<string[]>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Reflect.get(window, 'moved'))));
        }),
    );
}
