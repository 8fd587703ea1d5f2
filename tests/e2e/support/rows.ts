import { expect, type Locator, type Page } from '@playwright/test';

/**
 * A row of the page's table by what stands in it, once it is to be seen. Others add to the list at the same time, so
 * this goes on through it as a reader would.
 */
export async function reachRow(page: Page, words: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: words });
  const more = page.getByRole('button', { name: 'Load more' });
  await expect(async () => {
    await expect(row.or(more).first()).toBeVisible();
    if (!(await row.isVisible())) await more.click({ timeout: 1_000 });
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return row;
}

/**
 * The columns of a table, to the letter: its heads on a desk, the labels before each value on a phone, where a row is a
 * card. `unlabelled` names the columns that head the card instead.
 */
export async function expectColumns(
  row: Locator,
  columns: string[],
  unlabelled: string[] = [],
): Promise<void> {
  const heads = row.page().getByRole('columnheader');
  if ((await heads.count()) > 0) {
    await expect(heads).toHaveText(columns);
    return;
  }
  for (const column of columns.filter((name) => !unlabelled.includes(name))) {
    await expect(row.getByText(column, { exact: true }).first()).toBeVisible();
  }
}

/** A picture is there, and not a broken one. */
export async function expectPicture(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
}
