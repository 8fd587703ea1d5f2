import type { Locator, Page } from 'playwright-core';

/** The page's one main heading, with these words. */
export const heading =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('heading', { level: 1, name });

/** What stands where something could not be had, and says why. */
export const failure = (page: Page): Locator => page.getByRole('main').getByRole('alert').first();

/** Grey shapes in the place of what is on its way. */
export const shapes = (page: Page): Locator =>
  page.getByRole('main').locator('.animate-pulse, [aria-busy="true"]').first();

/** These words, anywhere in the page's own part. */
export const words =
  (text: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole('main').getByText(text).first();

/** A dialog that is open. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').first();

/** Sends the page's form as it stands. */
export const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> =>
    page
      .getByRole('main')
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();

/** Answers from now on as a shop would whose deliveries were free, and are no
 * longer once an order is canceled. */
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
