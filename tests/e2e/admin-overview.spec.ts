import type { Page } from '@playwright/test';
import type { Overview } from '#features/overview/contract.ts';
import { readOpening } from '#server/shop/count-views.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Opens the overview, and returns its data as the shop sent it. Other tests order and pay meanwhile. */
async function openOverview(page: Page, query = ''): Promise<Overview> {
  const told = page.waitForResponse((response) => new URL(response.url()).pathname === '/overview');
  await opened(page, `/dashboard/overview${query}`);
  return (await told).json();
}

const noVisits = { began: 0, lists: 0, tools: 0, placed: 0 };

/** The overview of a shop in which nothing has happened yet. */
const empty: Overview = {
  ...{ days: 30, zone: 'UTC', bestSellers: [], runningLow: { count: 0, tools: [] } },
  sales: { amount: 0, orders: 0, previous: { amount: 0, orders: 0 }, step: 'day', spans: [] },
  disputes: { count: 0, amount: 0, oldestAt: null, respondBy: null },
  forOneself: { count: 0 },
  toShip: { count: 0, oldestAt: null, orders: [] },
  unpaid: { count: 0, amount: 0, oldestAt: null, overdueInvoices: 0 },
  refundsDue: { count: 0, failed: 0, amount: 0, oldestAt: null },
  visits: { ...noVisits, wholeDays: { ...noVisits, previous: noVisits } },
  fruitlessSearches: { count: 0, searches: [] },
  versions: { node: '24.22.1', postgresql: '18.7', areVulnerable: false },
};

const panel = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name });

test('an admin sees sales and pending work as figures, bars and tables', { tag: '@sweep' }, async ({
  page,
  rival,
}) => {
  const tool = await makeToolByApi({ price: 400_000.25, min_order_quantity: 1, available_quantity: 3 });
  await payOrderByApi(rival.person, await placeOrderByApi(rival.person, tool, 2));
  const overview = await openOverview(page);
  const { sales, toShip, unpaid, runningLow, refundsDue } = overview;
  await expect(page).toHaveTitle('Overview – Toolyard');
  expect(overview.bestSellers).toContainEqual(
    expect.objectContaining({ name: tool.name, units: 2, orders: 1, amount: 800_000.5 }),
  );

  const figures = page.getByRole('list', { name: 'To do' }).getByRole('link');
  await expect(figures).toContainText([
    `To ship${toShip.count.toLocaleString('en-US')}`,
    `Unpaid${unpaid.count.toLocaleString('en-US')}`,
    `Running low${runningLow.count.toLocaleString('en-US')}`,
    ...(refundsDue.count > 0 ? [dollars.format(refundsDue.amount)] : []),
  ]);
  const leadTo = await figures.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const always = [
    '/dashboard/manageorders?status=paid&sort=oldest',
    '/dashboard/manageorders?status=unpaid&sort=oldest',
    '/dashboard/managetool?stock=low&sort=available',
    // Other tests in this shop may have refunds due.
    ...(refundsDue.count > 0 ? ['/dashboard/manageorders?refunds=due'] : []),
  ];
  // They may also leave messages, reviews or invoices open, which stand after these.
  expect(leadTo.slice(0, always.length)).toEqual(always);

  const brought = page.getByRole('list', { name: 'In the last 30 days' }).getByRole('link');
  await expect(brought).toContainText([
    `Sales${dollars.format(sales.amount)}`,
    `Orders paid${sales.orders.toLocaleString('en-US')}`,
    `Average order${dollars.format(sales.amount / sales.orders)}`,
    `Visits${overview.visits.began.toLocaleString('en-US')}`,
  ]);

  const sold = panel(page, 'Best sellers').getByRole('listitem').filter({ hasText: tool.name });
  await expect(sold).toContainText('$800,000.50');
  await expect(sold).toContainText('2 units in 1 order');

  const chart = panel(page, 'Sales over time');
  await expect(chart).toContainText(`${dollars.format(sales.amount)} from `);
  await chart.getByText('Show as table').click();
  const rows = chart.getByRole('table', { name: 'Sales by day' }).getByRole('row');
  await expect(rows).toHaveCount(31);
  const amounts = await rows.locator('td:last-child').allTextContents();
  const cents = amounts.map((amount) => Number(amount.replaceAll(/\D/g, '')));
  expect(cents.reduce((sum, each) => sum + each) / 100).toBe(sales.amount);
  await expectSoundScreen(page);
});

test('a tool low in stock is edited from the overview', { tag: '@sweep' }, async ({ page }) => {
  const tool = { ...(await makeToolByApi()), version: 1 };
  const low = { ...tool, _id: tool.id, picture: null, min_order_quantity: 5, available_quantity: 3 };
  await page.route('/overview?*', (route) =>
    route.fulfill({ json: { ...empty, runningLow: { count: 1, tools: [low] } } }),
  );
  await openOverview(page);
  await panel(page, 'Running low')
    .getByRole('link', { name: `Edit ${tool.name}` })
    .click();
  await expect(page).toHaveURL(`/dashboard/managetool/${tool.id}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(tool.name);
});

test('visits lead to paid orders, and searches that found nothing to a tool', { tag: '@desk' }, async ({
  page,
}) => {
  const words = 'moon & drill';
  const known = {
    ...empty,
    sales: {
      ...empty.sales,
      ...{ orders: 3, amount: 30, previous: { amount: 50, orders: 4 } },
      ...{ spans: [{ from: '2026-11-10', to: '2026-11-10', amount: 30, orders: 3 }] },
    },
    visits: {
      ...{ began: 1200, lists: 800, tools: 450, placed: 9 },
      wholeDays: {
        ...{ began: 1100, lists: 790, tools: 440, placed: 9 },
        previous: { began: 1000, lists: 0, tools: 440, placed: 18 },
      },
    },
    fruitlessSearches: { count: 2, searches: [{ words, times: 4 }, ...[{ words: 'anvil', times: 1 }]] },
    versions: { node: '24.21.0', postgresql: '18.7', areVulnerable: true },
  };
  await page.route('/overview?*', (route) => route.fulfill({ json: known }));
  await openOverview(page);
  await expect(
    page.getByText('Runs on Node 24.21.0 and PostgreSQL 18.7. Security updates are available'),
  ).toBeVisible();
  const visits = panel(page, 'From visit to paid order');
  await expect(visits).toContainText('1,200 visits, 9 orders, 3 paid.');
  await expect(visits.getByRole('listitem')).toHaveText([
    'Visits1,200Up 10% from the 30 days before',
    'Views of the tool list800',
    'Views of a tool450Same as the 30 days before',
    'Orders placed9Down 50% from the 30 days before',
    'Orders paid3Down 25% from the 30 days before',
  ]);
  await expect(page.getByRole('list', { name: 'In the last 30 days' }).getByRole('link')).toHaveText([
    'Sales$30.00Down 40% from the 30 days before',
    'Orders paid3Down 25% from the 30 days before',
    'Average order$10.00Down 20% from the 30 days before',
    'Visits1,200Up 10% from the 30 days before',
  ]);
  await visits.getByText('What counts').click();
  await expect(visits.getByText('no cookie, no address')).toBeVisible();
  const fruitless = panel(page, 'Searches that found nothing');
  await expect(fruitless.getByRole('row')).toHaveText(['Searched forSearches', `${words}4`, 'anvil1']);
  await expect(fruitless.getByRole('link', { name: 'Add a tool' })).toHaveAttribute(
    'href',
    '/dashboard/addtool',
  );
  await expectSoundScreen(page);
  await fruitless.getByRole('link', { name: words }).click();
  await expect(page).toHaveURL('/tools?q=moon+%26+drill');
});

test.describe('a visitor’s browser', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  });

  test('opens each page once, as the counts see it', { tag: ['@desk', '@sweep'] }, async ({ page, tool }) => {
    const openings: (ReturnType<typeof readOpening> & object)[] = [];
    const seen: Promise<void>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname, search } = new URL(request.url());
      const note = async () => {
        const head = {
          method: request.method(),
          url: pathname + search,
          headers: await request.allHeaders(),
        };
        const opening = readOpening(head);
        if (opening && (opening.views.length > 0 || opening.q)) openings.push(opening);
      };
      seen.push(note());
    });
    /** What comes later, or twice, is among the next ones. */
    const expectOpenings = async (...expected: typeof openings) => {
      const known = async () => {
        await Promise.all(seen);
        return openings;
      };
      await expect.poll(known).toEqual(expected);
      openings.length = 0;
    };
    const list = page.getByRole('region', { name: 'Tools found' });
    await opened(page, '/');
    await expectOpenings({ views: ['visit'] });
    await page.getByRole('combobox', { name: 'Search tools' }).fill(tool.name);
    await page.keyboard.press('Enter');
    await expect(list.getByRole('article')).toHaveCount(1);
    await expectOpenings({ views: ['list'], q: tool.name });
    await page.getByRole('searchbox', { name: 'Search tools' }).fill('zzzz');
    await expect(page).toHaveURL('/tools?q=zzzz');
    await expectOpenings({ views: [], q: 'zzzz' });
    await page.getByRole('searchbox', { name: 'Search tools' }).fill(tool.name);
    await list
      .getByRole('article')
      .filter({ hasText: tool.name })
      .getByRole('link', { name: 'Add Cart' })
      .click();
    await expect(page).toHaveURL(new RegExp(`/tools/${tool.id}`));
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expectOpenings({ views: ['tool'] });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await opened(page, `/tools/${tool.id}`);
    await expectOpenings({ views: ['visit', 'tool'] });
  });
});

test('the bars can be explored by keyboard and pointer, and are labelled', { tag: '@sweep' }, async ({
  page,
}) => {
  const spans = Array.from({ length: 7 }, (_, nth) => ({
    ...{ from: `2026-11-1${nth}`, to: `2026-11-1${nth}`, amount: 100.5 * nth, orders: nth },
  }));
  const sales = { ...empty.sales, amount: 2110.5, orders: 21, spans };
  await page.route('/overview?*', (route) => route.fulfill({ json: { ...empty, sales } }));
  await openOverview(page);
  await expect(panel(page, 'Sales over time')).toContainText(
    '$2,110.50 from 21 orders. Best day: Nov 16, 2026, with $603.00.',
  );
  const bars = page.getByRole('slider', { name: 'Sales by day' });
  const readout = (words: string) => panel(page, 'Sales over time').getByText(words, { exact: true });
  await bars.focus();
  for (const [key, words] of [
    ['ArrowLeft', 'Nov 15, 2026: $502.50 from 5 orders'],
    ['Home', 'Nov 10, 2026: $0.00 from 0 orders'],
    ['ArrowRight', 'Nov 11, 2026: $100.50 from 1 order'],
    ['End', 'Nov 16, 2026: $603.00 from 6 orders'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(bars).toHaveAttribute('aria-valuetext', words);
    await expect(readout(words)).toBeVisible();
    await expect(bars.locator('.chart-bar-pointed')).toHaveCount(1);
  }
  const box = await bars.boundingBox();
  await bars.click({ position: { x: (box?.width ?? 0) * 0.55, y: 100 } });
  await expect(readout('Nov 13, 2026: $301.50 from 3 orders')).toBeVisible();
});

test('the period is in the URL, and Back returns to the previous one', {
  tag: ['@sweep', '@desk'],
}, async ({ page, rival, tool }) => {
  await payOrderByApi(rival.person, await placeOrderByApi(rival.person, tool));
  await openOverview(page, '?days=365');
  const period = page.getByRole('navigation', { name: 'Period' });
  await expect(period.getByRole('link', { name: '1 year' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('slider', { name: 'Sales by month' })).toBeVisible();
  await period.getByRole('link', { name: '90 days' }).click();
  await expect(page).toHaveURL('/dashboard/overview?days=90');
  await expect(page.getByRole('slider', { name: 'Sales by week' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('slider', { name: 'Sales by month' })).toBeVisible();
});

test('a shop without sales shows what will appear here', { tag: '@desk' }, async ({ page }) => {
  await page.route('/overview?*', (route) => route.fulfill({ json: empty }));
  await openOverview(page);
  const sales = panel(page, 'Sales over time');
  await expect(sales).toContainText('No sales in the last 30 days');
  await expect(sales.getByRole('link', { name: 'View 1 year' })).toHaveAttribute(
    'href',
    '/dashboard/overview?days=365',
  );
  await expect(sales.getByRole('link', { name: 'Add a tool' })).toBeVisible();
  await expect(page.getByText('All paid orders have shipped').first()).toBeVisible();
  await expect(page.getByText('Best sellers will show up here.')).toBeVisible();
  await expect(page.getByText('Runs on Node 24.22.1 and PostgreSQL 18.7.', { exact: true })).toBeVisible();
});

test.describe('an overview that cannot be loaded', { tag: '@sweep' }, () => {
  test.use({ expectedErrors: /status of 503/ });

  test('shows an error, and loads when retried', { tag: '@desk' }, async ({ page }) => {
    const refusal = {
      error: { code: 'unavailable', message: 'The shop is busy. Please try again in a moment.' },
    };
    await page.route('/overview?*', (route) => route.fulfill({ status: 503, json: refusal }));
    await openOverview(page);
    await expect(page.getByRole('alert')).toContainText(refusal.error.message);
    await page.unroute('/overview?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'To do' })).toBeVisible();
  });
});

test('no other page loads the charts', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) scripts.add(request.url());
  });
  const loadedCharts = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
    return texts.some((text) => text.includes('chart-bar-pointed'));
  };
  for (const path of ['/', '/tools', '/dashboard', '/dashboard/manageorders']) {
    await opened(page, path);
    await page.waitForLoadState('networkidle');
  }
  expect(await loadedCharts()).toBe(false);
  await openOverview(page);
  expect(await loadedCharts()).toBe(true);
});
