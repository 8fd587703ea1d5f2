import type { Locator } from '@playwright/test';
import { openMenu, withCounts } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const pages = [
  { link: 'Overview', path: '/dashboard/overview', heading: 'Overview' },
  { link: 'Manage All Orders', path: '/dashboard/manageorders', heading: 'Manage Orders' },
  { link: 'Quotes', path: '/dashboard/quotes', heading: 'Quotes' },
  { link: 'Returns', path: '/dashboard/returns', heading: 'Returns' },
  { link: 'Invoices', path: '/dashboard/invoices', heading: 'Invoices' },
  { link: 'Messages', path: '/dashboard/messages', heading: 'Messages' },
  { link: 'Manage Tool', path: '/dashboard/managetool', heading: 'Manage Tools' },
  { link: 'Add a tool', path: '/dashboard/addtool', heading: 'Add a tool' },
  { link: 'Stock', path: '/dashboard/stock', heading: 'Stock' },
  { link: 'Categories', path: '/dashboard/categories', heading: 'Categories and brands' },
  { link: 'Import', path: '/dashboard/import', heading: 'Import' },
  { link: 'All Users', path: '/dashboard/users', heading: 'All Users' },
  { link: 'Reviews', path: '/dashboard/reviews', heading: 'Reviews' },
  { link: 'Shop', path: '/dashboard/details', heading: 'Shop settings' },
  { link: 'Shipping and tax', path: '/dashboard/delivery-methods', heading: 'Shipping methods' },
  { link: 'API keys', path: '/dashboard/api-keys', heading: 'API keys' },
  { link: 'Webhooks', path: '/dashboard/webhooks', heading: 'Webhooks' },
  { link: 'Activity', path: '/dashboard/activity', heading: 'Activity' },
  { link: 'My Profile', path: '/dashboard', heading: 'Edit Profile' },
];

/** The link with this label, whether or not something waits there. */
const linkIn = (menu: Locator, label: string) =>
  menu.getByRole('link', { name: new RegExp(`^${label}(?: [\\d,]+:|$)`) });

test('the admin’s menu has the pages in groups, each of which opens', { tag: '@sweep' }, async ({ page }) => {
  await opened(page, '/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await openMenu(page);
  await expect(sidebar.getByRole('link')).toHaveText(withCounts(pages.map(({ link }) => link)));
  const linksOf = (group: string) => sidebar.getByRole('list', { name: group }).getByRole('link');
  for (const [group, count] of Object.entries({ Orders: 5, Catalog: 5, People: 2, Settings: 5 }))
    await expect(linksOf(group)).toHaveCount(count);
  for (const { link, path, heading } of pages) {
    await linkIn(sidebar, link).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await openMenu(page);
    await expect(linkIn(sidebar, link)).toHaveAttribute('aria-current', 'page');
  }
});

test('every other page of the desk is one press away from a page in the menu, which stays marked', {
  tag: '@desk',
}, async ({ page }) => {
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [from, press, path] of [
    ['Manage All Orders', 'Reserved', '/dashboard/manageorders?show=holds'],
    ['Stock', 'Receive stock', '/dashboard/delivery'],
    ['Shop', 'Search words', '/dashboard/synonyms'],
    ['Shop', 'Billing and invoices', '/dashboard/details/billing'],
    ['Shipping and tax', 'Tax', '/dashboard/tax'],
    ['Shipping and tax', 'Carriers', '/dashboard/carriers'],
  ] as const) {
    await opened(page, '/dashboard');
    await linkIn(sidebar, from).click();
    await page.getByRole('main').getByRole('link', { name: press, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(linkIn(sidebar, from)).toHaveAttribute('aria-current', /^(page|true)$/);
  }
});

test('the header’s logo and links stand still between the shop and the dashboard', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const header = page.getByRole('banner');
  const places = async () => {
    const links = await header.getByRole('link').filter({ visible: true }).all();
    const boxes = links.map(async (link) => [await link.getAttribute('href'), await link.boundingBox()]);
    return Object.fromEntries(await Promise.all(boxes));
  };
  for (const width of [1920, 1440, 834, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await opened(page, '/dashboard/managetool');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Tools');
    const onDesk = await places();
    expect(Object.keys(onDesk)).toContain('/');
    for (const path of ['/', '/tools', '/about']) {
      await opened(page, path);
      expect(await places(), `${path} at ${width}`).toEqual(onDesk);
    }
  }
});

test('the menu is a drawer on a phone, and beside the page on a desktop', { tag: '@main-job' }, async ({
  page,
  isMobile,
}) => {
  await opened(page, '/dashboard/managetool');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Tools');
  const toggle = page.getByRole('button', { name: 'Open menu' });
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  if (!isMobile) {
    await expect(toggle).toBeHidden();
    await expect(sidebar).toBeVisible();
    expect((await sidebar.boundingBox())?.width).toBe(240);
    return;
  }
  await expect(sidebar).toBeHidden();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(drawer.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  expect(await drawer.boundingBox()).toMatchObject({ x: 0, y: 0, width: 240 });
  await expect(drawer.getByRole('button', { name: 'Log Out' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(toggle).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');

  await toggle.click();
  await drawer.getByRole('button', { name: 'Close menu' }).click();
  await expect(drawer).toBeHidden();
  await expect(toggle).toBeFocused();
});
