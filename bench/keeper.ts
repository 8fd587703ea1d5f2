import type { Locator, Page } from 'playwright-core';
import { e2eAdmin } from '#tests/e2e/support/admin.ts';
import { payOrderByApi, placeOrderByApi } from '#tests/e2e/support/orders.ts';
import {
  callAs,
  callAsAdmin,
  newPerson,
  type Person,
  signUpByApi,
  tokenOf,
} from '#tests/e2e/support/people.ts';
import { visitShop } from '#tests/e2e/support/shop-origin.ts';
import { makeToolByApi, type ShopTool } from '#tests/e2e/support/tools.ts';
import { startBenchShop } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { withBrowser } from './support/page-load.ts';

const RUNS = 3;
const LINES = 20;
const ORDERS = 10;
const ROWS = 500;

/** A keeper's work: presses, typed characters, and the shop's total response time. */
type Work = { presses: number; typed: number; seconds: number };

/** Hands that count their work. A key press counts like a click; text counts by its characters. */
type Hands = {
  press(what: Locator | string): Promise<void>;
  choose(list: Locator, option: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Drags a file onto its field. */
  drop(field: Locator, content: string): Promise<void>;
};

/** The contents of the shop for one run. */
type Stage = { tools: ShopTool[]; staff: Person; review: string; file: string };

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true });

type Job = {
  what: string;
  wanted: string;
  work(page: Page, hands: Hands, stage: Stage): Promise<Locator>;
};

const jobs: Job[] = [
  {
    what: 'correct a price',
    wanted: 'possible',
    async work(page, { press, type }, { tools: [tool] }) {
      await press(menu(page, 'Manage Tool'));
      await press(page.getByRole('searchbox', { name: 'Search' }));
      await type(tool?.name ?? '');
      await press(page.getByRole('link', { name: `Edit ${tool?.name}` }));
      await press(page.getByLabel('Price'));
      await press('Control+A');
      await type('14.75');
      await press('Enter');
      return page.getByText(`${tool?.name} is saved`);
    },
  },
  {
    what: `take in a delivery of ${LINES} tools, part numbers scanned`,
    wanted: 'possible',
    async work(page, { press, type }, { tools }) {
      await press(menu(page, 'Manage Tool'));
      await press(page.getByRole('link', { name: 'Take in a delivery' }));
      for (const [index, tool] of tools.slice(0, LINES).entries()) {
        const line = page.getByRole('combobox', { name: `Tool, line ${index + 1}`, exact: true });
        if (index === 0) await press(line);
        await type(codeOf(tool));
        await press('Enter');
        await isFocused(page.getByRole('spinbutton', { name: `Quantity, line ${index + 1}`, exact: true }));
        await type('6');
        await press('Enter');
        await isFocused(page.getByRole('combobox', { name: `Tool, line ${index + 2}`, exact: true }));
      }
      await press('Enter');
      await isFocused(page.getByRole('button', { name: 'Take in' }));
      await press('Enter');
      return page.getByText(`Received ${LINES * 6} units on ${LINES} lines`);
    },
  },
  {
    what: `put in ${ROWS} tools from a file, looked over and applied`,
    wanted: 'possible',
    async work(page, { press, drop }, { file }) {
      await press(menu(page, 'Manage Tool'));
      await press(page.getByRole('link', { name: 'Import', exact: true }));
      await drop(page.getByLabel('CSV file'), file);
      await page.getByRole('group', { name: 'Columns' }).waitFor();
      await press(page.getByRole('button', { name: 'Check the file' }));
      await press(page.getByRole('button', { name: `Apply to ${ROWS} tools` }));
      return page.getByText(/^Applied /);
    },
  },
  {
    what: `ship ${ORDERS} orders`,
    wanted: '< 14',
    async work(page, { press, choose }) {
      await press(menu(page, 'Manage All Orders'));
      await choose(page.getByRole('combobox', { name: 'Status' }), 'Pending: paid, not yet shipped');
      await page.getByText(`${ORDERS} orders`, { exact: true }).waitFor();
      await press(page.getByRole('checkbox', { name: 'Select all shown' }));
      await press(page.getByRole('button', { name: `Ship ${ORDERS} orders` }));
      return page.getByText(`${ORDERS} orders shipped. Emails go out in 10 seconds.`);
    },
  },
  {
    what: 'hide a review',
    wanted: 'possible',
    async work(page, { press, type }, { review }) {
      await press(menu(page, 'Reviews'));
      const row = page.getByRole('row').filter({ hasText: review });
      await press(row.getByRole('button', { name: /^Hide / }));
      await isFocused(page.getByRole('textbox', { name: 'Reason' }));
      await type('Not about the tool');
      await press('Enter');
      return page.getByText('Review hidden', { exact: true });
    },
  },
  {
    what: 'take a role back',
    wanted: 'possible',
    async work(page, { press }, { staff }) {
      await press(menu(page, 'All Users'));
      await press(page.getByRole('button', { name: `Remove staff: ${staff.email}` }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Remove staff' }));
      return page.getByText(`${staff.name} is no longer staff`);
    },
  },
];

/** The part number on a tool's box. */
const codeOf = ({ name }: ShopTool) => name.split(' ')[0] ?? '';

const isFocused = (field: Locator) => field.and(field.page().locator(':focus')).waitFor();

/** Measures what the shop's keeper presses for everyday work, and how long the shop takes at machine
 * speed. */
export async function measureKeeper(): Promise<Row[]> {
  const shop = await startBenchShop(undefined, {
    SHOP_ADMIN_EMAIL: e2eAdmin.email,
    SHOP_ADMIN_PASSWORD: e2eAdmin.password,
  });
  visitShop(shop.origin);
  try {
    return await withBrowser(async (page) => {
      await logIn(page, shop.origin);
      const seen = new Map<Job, Work[]>(jobs.map((job) => [job, []]));
      for (let run = 0; run < RUNS; run += 1) {
        const stage = await setStage(`${run}`);
        for (const [job, works] of seen) works.push(await watch(page, shop.origin, job, stage));
      }
      return [...seen].flatMap(([job, works]) => rowsOf(job, works));
    });
  } finally {
    visitShop(undefined);
    await shop.stop();
  }
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(e2eAdmin.email);
  await page.getByLabel('Password', { exact: true }).fill(e2eAdmin.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function setStage(run: string): Promise<Stage> {
  const tools: ShopTool[] = [];
  for (let nth = 0; nth < LINES; nth += 1) {
    const name = `KB-${run}-${nth} bench tool`;
    tools.push(await makeToolByApi({ name, part_number: `KB-${run}-${nth}`, available_quantity: 900 }));
  }
  const [buyer, staff] = [newPerson('Bea Buyer'), newPerson('Stan Staff')];
  for (const person of [buyer, staff]) {
    await signUpByApi(person);
    await tokenOf(person);
  }
  await callAsAdmin('PUT', `/user/staff/${staff.email}`);
  const [tool] = tools as [ShopTool];
  for (let nth = 0; nth < ORDERS; nth += 1) await payOrderByApi(buyer, await placeOrderByApi(buyer, tool));
  const review = `Blunt on day ${run}.`;
  await callAs(buyer, 'POST', '/review', { rate: 2, reviews: review, toolId: tool.id });
  return { tools, staff, review, file: fileOf(run, tool.img) };
}

function fileOf(run: string, img: string): string {
  const head = 'Part number,Name,Description,Category,Price,Min order quantity,Available quantity,Image';
  const rows = Array.from(
    { length: ROWS },
    (_, nth) => `KF-${run}-${nth},Filed tool ${run}-${nth},Put in from a file.,Hand tools,12.50,1,40,${img}`,
  );
  return [head, ...rows].join('\n');
}

/** Does a job from the overview on, until the page reports it done. */
async function watch(page: Page, origin: string, job: Job, stage: Stage): Promise<Work> {
  await page.goto(`${origin}/dashboard/overview`, { waitUntil: 'networkidle' });
  const work: Work = { presses: 0, typed: 0, seconds: 0 };
  const hands: Hands = {
    async press(what) {
      work.presses += 1;
      await (typeof what === 'string' ? page.keyboard.press(what) : what.click());
    },
    async choose(list, option) {
      // One press opens the list, one chooses an option.
      work.presses += 2;
      await list.selectOption(option);
    },
    async drop(field, content) {
      work.presses += 1;
      const file = { name: 'tools.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
      await field.setInputFiles(file);
    },
    async type(text) {
      work.typed += text.length;
      await page.keyboard.insertText(text);
    },
  };
  const from = performance.now();
  await (await job.work(page, hands, stage)).first().waitFor();
  work.seconds = (performance.now() - from) / 1_000;
  return work;
}

function rowsOf({ what, wanted }: Job, works: Work[]): Row[] {
  const of = (field: keyof Work, digits = 0) =>
    showSpread(spreadOf(works.map((work) => work[field])), digits);
  return [
    { what: `${what}: presses`, ours: of('presses'), wanted },
    { what: '… characters typed or scanned', ours: of('typed'), wanted: '' },
    { what: '… seconds, at a machine’s speed', ours: of('seconds', 1), wanted: '' },
  ];
}
