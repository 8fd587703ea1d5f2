import { expect, type Locator, type Page } from '@playwright/test';

/** The rows of the page's list in which `words` stand: of a table on a desk, cards on a phone. */
export function rowsWith(page: Page, words: string | RegExp): Locator {
  return allRows(page).filter({ hasText: words });
}

/** All rows of the page's list, a table's head among them. */
export function allRows(page: Page): Locator {
  return page.getByRole('row').or(page.getByRole('article'));
}

/** A row of the page's list by what stands in it, once it is to be seen. Others add to the list at the same
 * time, so this goes on through it as a reader would. */
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

/** The columns of the table that a row stands in, to the letter. Cards have none. */
export async function expectColumns(row: Locator, columns: string[]): Promise<void> {
  const heads = row.page().getByRole('columnheader');
  if ((await heads.count()) > 0) await expect(heads).toHaveText(columns);
}

/** A picture is there, and not a broken one. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
}
