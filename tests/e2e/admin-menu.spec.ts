import { openMenu } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const pages = [
  { link: 'Overview', path: '/dashboard/overview', heading: 'Overview' },
  { link: 'My Profile', path: '/dashboard', heading: 'Edit Profile' },
  { link: 'All Users', path: '/dashboard/users', heading: 'All Users' },
  { link: 'Manage All Orders', path: '/dashboard/manageorders', heading: 'Manage Orders' },
  { link: 'Quotes', path: '/dashboard/quotes', heading: 'Quotes' },
  { link: 'Invoices', path: '/dashboard/invoices', heading: 'Invoices' },
  { link: 'Reviews', path: '/dashboard/reviews', heading: 'Reviews' },
  { link: 'Manage Tool', path: '/dashboard/managetool', heading: 'Manage Tools' },
  { link: 'Add a tool', path: '/dashboard/addtool', heading: 'Add a tool' },
  { link: 'Activity', path: '/dashboard/activity', heading: 'Activity' },
  { link: 'Shop', path: '/dashboard/details', heading: 'Shop settings' },
  { link: 'Delivery methods', path: '/dashboard/delivery-methods', heading: 'Delivery methods' },
  { link: 'Tax', path: '/dashboard/tax', heading: 'Tax' },
];

test('the admin dashboard links to overview, profile, users, orders, reviews and tools, which open', {
  tag: '@sweep',
}, async ({ page }) => {
  await opened(page, '/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await openMenu(page);
  await expect(sidebar.getByRole('link')).toHaveText(pages.map(({ link }) => link));
  for (const { link, path, heading } of pages) {
    await sidebar.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await openMenu(page);
    await expect(sidebar.getByRole('link', { name: link, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
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
