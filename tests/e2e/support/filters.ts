import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';
import { makeToolByApi } from './tools.ts';

export const found = (page: Page) => page.getByRole('region', { name: 'Tools found' });
export const names = (page: Page) => found(page).getByRole('heading', { level: 2 });
export const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search tools' });
export const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('link');

/** Returns the filters: beside the list, or on a phone in a sheet, which it opens. */
export async function openFilters(page: Page): Promise<Locator> {
  const main = page.getByRole('main');
  const button = main.getByText(/^Filters/).first();
  if (!(await button.isVisible())) return main;
  await button.click();
  await expect(main.getByRole('group', { name: 'Availability' })).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  return (await sheet.isVisible()) ? sheet : main;
}

/** Closes the phone's filter sheet. */
export async function closeFilters(page: Page): Promise<void> {
  const done = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show / });
  if (await done.isVisible()) await done.click();
}

/** Makes three tools of a unique family, which no other search matches. */
export async function makeFamily() {
  const family = `Zwick${Math.random().toString(36).slice(2, 8)}`;
  const make = (name: string, more: Parameters<typeof makeToolByApi>[0]) =>
    makeToolByApi({ name: `${family} ${name}`, ...more });
  const saw = await make('saw', { category: 'Hand tools', brand: 'Kestrel', price: 20 });
  const drill = await make('drill', { category: 'Power tools', brand: 'Merlin', price: 120 });
  const lathe = await make('lathe', {
    category: 'Machines',
    brand: 'Merlin',
    price: 900,
    min_order_quantity: 5,
    available_quantity: 1,
  });
  return { family, saw, drill, lathe };
}
