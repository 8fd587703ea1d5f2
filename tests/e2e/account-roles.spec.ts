import { openMenu, visibleText } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const toolId = '0193d1a0-0000-7000-8000-000000000000';

const adminPages = [
  { path: '/dashboard/overview', title: 'Overview', whose: 'admins' },
  { path: '/dashboard/users', title: 'All Users', whose: 'staff' },
  { path: '/dashboard/users/somebody%40example.com', title: 'Customer', whose: 'staff' },
  { path: '/dashboard/manageorders', title: 'Manage Orders', whose: 'staff' },
  { path: '/dashboard/messages', title: 'Messages', whose: 'staff' },
  { path: '/dashboard/manageorders?show=holds', title: 'Manage Orders', whose: 'staff' },
  { path: '/dashboard/invoices', title: 'Invoices', whose: 'staff' },
  { path: '/dashboard/managetool', title: 'Manage Tools', whose: 'admins' },
  { path: '/dashboard/addtool', title: 'Add a tool', whose: 'admins' },
  { path: '/dashboard/activity', title: 'Activity', whose: 'admins' },
  { path: '/dashboard/reviews', title: 'Reviews', whose: 'staff' },
  { path: '/dashboard/stock', title: 'Stock', whose: 'staff' },
  { path: `/dashboard/managetool/${toolId}/stock`, title: 'Stock', whose: 'staff' },
  { path: `/dashboard/managetool/${toolId}/edit`, title: 'Edit tool', whose: 'admins' },
  { path: '/dashboard/delivery', title: 'Receive stock', whose: 'staff' },
  { path: '/dashboard/packing-slips', title: 'Packing slips', whose: 'staff' },
  { path: '/dashboard/quotes/new', title: 'New quote', whose: 'staff' },
  { path: '/dashboard/import', title: 'Import', whose: 'admins' },
  { path: '/dashboard/categories', title: 'Categories and brands', whose: 'admins' },
  { path: '/dashboard/synonyms', title: 'Search Words', whose: 'admins' },
  { path: '/dashboard/carriers', title: 'Carriers', whose: 'admins' },
  { path: '/dashboard/delivery-methods', title: 'Shipping methods', whose: 'admins' },
  { path: '/dashboard/tax', title: 'Tax', whose: 'admins' },
  { path: '/dashboard/webhooks', title: 'Webhooks', whose: 'admins' },
  { path: '/dashboard/details', title: 'Shop settings', whose: 'admins' },
];

test('an ordinary user’s dashboard offers profile, review, orders, quotes, addresses and lists', async ({
  page,
  buyer,
}) => {
  await opened(page, '/dashboard');
  const menu = await openMenu(page);
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link')).toHaveText([
    'My Profile',
    'Add a Review',
    'My Orders',
    'My Quotes',
    'My Returns',
    'Addresses',
    'Quick Order',
    'Saved Lists',
  ]);
  await expect(visibleText(menu, buyer.name)).toHaveCount(1);
  await sidebar.getByRole('link', { name: 'My Orders' }).click();
  await expect(page).toHaveURL('/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 0');
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0);
});

for (const whose of ['staff', 'admins']) {
  test(`a page for ${whose} is closed to an ordinary user, and asks nothing in their name`, {
    tag: '@desk',
  }, async ({ page, buyer }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (!request.headers().authorization) return;
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    for (const { path, title } of adminPages.filter((one) => one.whose === whose)) {
      await opened(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`This page is for ${whose}`);
      await expect(page.getByText(`so you can’t open “${title}”.`)).toBeVisible();
      await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
    }
    // The bar counts the user's own cart.
    const own = ['GET /account/session', 'GET /orders'];
    const check = `GET /admin/${encodeURIComponent(buyer.email)}`;
    expect([...new Set(calls)].sort()).toEqual([check, ...own].sort());
  });
}
