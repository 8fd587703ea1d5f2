import type { Page } from '@playwright/test';
import { placeOrderByApi } from './support/orders.ts';
import { openMenu } from './support/screen.ts';
import { expect, expectResolved, opened, test } from './support/test.ts';

const articles = [
  {
    path: '/about',
    title: 'About us',
    parts: ['What we sell', 'How we sell it', 'A demo store', 'Contact us'],
  },
  { path: '/portfolio', title: 'Portfolio', parts: ['Hand tools', 'Power tools', 'Machines'] },
  {
    path: '/policy',
    title: 'Policy',
    parts: ['Orders', 'Stock', 'Payment', 'Canceling', 'What we keep'],
  },
];

for (const { path, title, parts } of articles) {
  test(`${path} says what it is about, under the bar and above the footer`, async ({ page }) => {
    await opened(page, path);
    await expect(page).toHaveTitle(`${title} – Toolyard`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(parts);
    await expectFooter(page);
  });
}

test.describe('an unknown URL', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('answers 404 with a link home', async ({ page }) => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found – Toolyard');
    await expect(page.getByText('Oops!', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    const words = 'We are sorry, but the page you requested was not found!!';
    await expect(page.getByText(words, { exact: true })).toBeVisible();
    await expectFooter(page);
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'See all tools' })).toHaveAttribute('href', '/tools');
    await main.getByRole('link', { name: 'Go to Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good tools, ready when the job starts');
  });
});

test('the menu offers a visitor Home, Tools and Login, and nothing else', async ({ page }) => {
  await opened(page, '/about');
  const menu = await openMenu(page);
  const links = menu.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Home', 'Tools']);
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out', includeHidden: true })).toHaveCount(0);
  await links.filter({ hasText: 'Tools' }).click();
  await expect(page).toHaveURL('/tools');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools');
});

test('a phone’s menu leads a visitor to a category, and requests no cart', {
  tag: '@main-job',
}, async ({ page, isMobile }) => {
  // The desktop bar has no menu button.
  if (!isMobile) return;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await opened(page, '/about');
  await expect(page.getByRole('link', { name: /^Cart/ })).toHaveCount(0);
  const categories = (await openMenu(page)).getByRole('navigation', { name: 'Categories' });
  await categories.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/tools\?category=/);
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
  expect(asked).not.toContain('/orders');
});

test('a phone’s menu has the dashboard’s links and the cart on every page', async ({
  page,
  buyer,
  tool,
  isMobile,
}) => {
  // The desktop bar has no menu button.
  if (!isMobile) return;
  await placeOrderByApi(buyer, tool);
  await opened(page, '/about');
  const menu = await openMenu(page);
  const dashboard = menu.getByRole('navigation', { name: 'Dashboard' });
  await expect(dashboard.getByRole('link')).toHaveText([
    'My Profile',
    'Add a Review',
    'My Orders',
    'My Quotes',
    'My Returns',
    'Addresses',
    'Quick Order',
    'Saved Lists',
  ]);
  await menu.getByRole('link', { name: 'Cart, 1 unpaid order' }).click();
  await expect(page).toHaveURL('/dashboard/cart');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('listitem', { name: tool.name })).toBeVisible();
});

test('the theme switch darkens the page and the browser’s bar, and the choice survives a reload', {
  tag: '@sweep',
}, async ({ page }) => {
  const ground = page.locator('html');
  const paper = {
    light: { page: 'rgb(246, 245, 241)', bar: ['#f6f5f1'] },
    dark: { page: 'rgb(20, 22, 26)', bar: ['#14161a'] },
  };
  const expectTheme = async (theme: 'light' | 'dark') => {
    await expect(ground).toHaveCSS('background-color', paper[theme].page);
    expect(await barColours(page)).toEqual(paper[theme].bar);
  };
  await opened(page, '/about');
  await expectTheme('light');
  await (await openMenu(page)).getByRole('radio', { name: 'Dark theme' }).check();
  await expectTheme('dark');
  await opened(page, '/about');
  await expectTheme('dark');
  const menu = await openMenu(page);
  await expect(menu.getByRole('radio', { name: 'Dark theme' })).toBeChecked();
  await menu.getByRole('radio', { name: 'System theme' }).check();
  await expectTheme('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectTheme('dark');
  await menu.getByRole('radio', { name: 'Light theme' }).check();
  await expectTheme('light');
});

test('the footer’s Contact leads to the form on the home page', async ({ page }) => {
  await opened(page, '/policy');
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.getByRole('heading', { name: 'Get In Touch' })).toBeInViewport();
});

test('the keyboard skips to the content, and reaches a tool’s Add Cart', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  await opened(page, '/tools');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeFocused();
  const addCart = page.getByRole('link', { name: 'Add Cart' }).first();
  const isThere = () => addCart.evaluate((link) => link === document.activeElement);
  // The filters come in between; their number depends on the catalogue.
  for (let steps = 0; !(await isThere()); steps += 1) {
    expect(steps).toBeLessThan(60);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toBeInViewport();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\?from=%2Ftools%2F/);
});

test('Ctrl+K focuses the search, Enter searches, Escape clears and leaves it', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  await page.goto('/about');
  const anywhere = page.getByRole('combobox', { name: 'Search tools' });
  await expect(anywhere).toHaveAccessibleDescription('Ctrl K');
  await page.keyboard.press('Control+k');
  await expect(anywhere).toBeFocused();
  await page.keyboard.type('saw');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tools?q=saw');
  // On its own page the search narrows the list itself.
  const box = page.getByRole('searchbox', { name: 'Search tools' });
  await expect(box).toHaveValue('saw');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectResolved(page);
  await box.focus();
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL('/tools');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).not.toBeFocused();
  await page.getByRole('link', { name: 'About us' }).click();
  await page.keyboard.press('/');
  await expect(anywhere).not.toBeFocused();
});

test.describe('without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 404/ });

  const complete = [
    {
      path: '/',
      texts: ['Shop Now', 'INSTOCK', 'Sell Rate', 'Mechanic Support', 'Get In Touch', 'Given By'],
    },
    { path: '/tools', texts: ['INSTOCK', 'Order Quantity', 'Available Quantity', 'Add Cart'] },
    { path: '/about', texts: ['What we sell'] },
    { path: '/portfolio', texts: ['Power tools'] },
    { path: '/policy', texts: ['Canceling'] },
    { path: '/no/such/page', texts: ['Oops!', 'Page not found', 'Go to Home'] },
  ];

  test('the public pages are complete as rendered by the server', { tag: '@sweep' }, async ({ page }) => {
    for (const { path, texts } of complete) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
      await expectFooter(page);
    }
  });

  test('the search works with its button', { tag: '@sweep' }, async ({ page }) => {
    await page.goto('/tools?q=no-such-tool');
    await expect(page.getByText('No tools match your search')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('saw');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/tools\?q=saw/);
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

/** The theme colours that the page sets for a phone browser's bar; there must be exactly one. */
function barColours(page: Page): Promise<string[]> {
  return page.locator('meta[name=theme-color]').evaluateAll((tags: HTMLMetaElement[]) => {
    return tags.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content);
  });
}

async function expectFooter(page: Page) {
  const footer = page.getByRole('contentinfo');
  const links = footer.getByRole('navigation', { name: 'Footer' }).getByRole('link');
  await expect(links).toHaveText(['About us', 'Contact', 'Portfolio', 'Policy']);
  for (const network of ['Facebook', 'Instagram', 'YouTube']) {
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('href', /^https:/);
  }
  const year = new Date().getUTCFullYear();
  await expect(footer).toContainText(`Copyright © ${year} – All rights reserved by Toolyard`);
}
