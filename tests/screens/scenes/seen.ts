import type { Locator, Page } from 'playwright-core';

/** The page's main heading, with these words. */
export const heading =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('heading', { level: 1, name });

/** The error shown in place of content that could not be loaded. */
export const failure = (page: Page): Locator => page.getByRole('main').getByRole('alert').first();

/** The placeholders of content that is loading. */
export const shapes = (page: Page): Locator =>
  page.getByRole('main').locator('.animate-pulse, [aria-busy="true"]').first();

/** These words, anywhere in the page's main part. */
export const words =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('main').getByText(text).first();

/** The open dialog. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').first();

/** The open menu or panel. */
export const menu = (page: Page): Locator => page.locator('[popover]:popover-open');

/** Submits the page's form unchanged. */
export const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();

/** Presses an action in the first row menu that offers it. */
export const pressInMenu =
  (name: RegExp) =>
  async (page: Page): Promise<void> => {
    const action = page.getByRole('button', { name, includeHidden: true, disabled: false });
    const closed = page.getByRole('main').locator('[popover]').filter({ has: action }).first();
    await page.locator(`[popovertarget="${await closed.getAttribute('id')}"]`).click();
    await menu(page).getByRole('button', { name }).click();
  };

/** From now on answers as a shop whose free delivery ends once an order is canceled. */
export async function keepDelivery(page: Page): Promise<void> {
  await page.route(/^https?:\/\/[^/]+\/(orders|manageorders)\?/, async (route) => {
    const response = await route.fetch();
    const orders: { state: string; cancelRefund: number | null }[] = await response.json();
    const deliveryToKeep = { below: 500, amount: 12.5, fromUnits: 1, ifCanceled: 12.5 };
    const json = orders.map((order) => (order.cancelRefund === null ? order : { ...order, deliveryToKeep }));
    return route.fulfill({ response, json });
  });
  await page.reload();
}
