import { expect, type Locator, type Page } from '@playwright/test';

/** Returns the rows of the page's list that contain `words`: table rows on a desktop, cards on a phone; not
 * the heads above groups of them. */
export function rowsWith(page: Page, words: string | RegExp): Locator {
  return allRows(page).filter({ hasText: words, hasNot: page.locator('th[scope=rowgroup]') });
}

/** All rows of the page's list, including a table's header. */
export function allRows(page: Page): Locator {
  return page.getByRole('row').or(page.getByRole('article'));
}

/** Opens the filters of a list, whose fields are then found in its toolbar. */
export const openListFilters = (page: Page) => page.getByRole('button', { name: /^Filter\b/ }).click();

/** Returns the actions of a row's menu, which it opens. */
export async function openRowMenu(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^More actions/ }).click();
  return row.getByRole('group', { name: /^More actions/ });
}

/** Returns a row of the page's list by its text, once visible. Loads further pages as a reader would, since
 * other tests add to the list. */
export async function reachRow(page: Page, words: string): Promise<Locator> {
  const row = rowsWith(page, words);
  const more = page.getByRole('button', { name: 'Load more' });
  await expect(async () => {
    await expect(row.or(more).first()).toBeVisible();
    if (!(await row.isVisible())) await more.click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return row;
}

/** Asserts the exact columns of a row's table. Cards have none. */
export async function expectColumns(row: Locator, columns: string[]): Promise<void> {
  const heads = row.page().getByRole('columnheader');
  if ((await heads.count()) > 0) await expect(heads).toHaveText(columns);
}

/** Asserts that a picture is shown and not broken. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
}
