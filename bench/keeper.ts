import type { Locator, Page } from 'playwright-core';
import type { OpenInvoice } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { e2eAdmin } from '#tests/e2e/support/admin.ts';
import { payOrderByApi, payOrdersByApi, placeOrderByApi, type ShopOrder } from '#tests/e2e/support/orders.ts';
import {
  callAs,
  callAsAdmin,
  newPerson,
  type Person,
  signUpByApi,
  tokenOf,
  verifyByApi,
} from '#tests/e2e/support/people.ts';
import { shopOrigin, visitShop } from '#tests/e2e/support/shop-origin.ts';
import { makeToolByApi, type ShopTool } from '#tests/e2e/support/tools.ts';
import { startBenchShop } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { withBrowser } from './support/page-load.ts';

const RUNS = 3;
const LINES = 5;
const ROWS = 20;

/** A shop owner's work: presses and typed characters. */
type Work = { presses: number; typed: number };

/** Hands that count their work. A key press counts like a click; text counts by its characters. */
type Hands = {
  press(what: Locator | string): Promise<void>;
  choose(list: Locator, option: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Drags a file onto its field. */
  drop(field: Locator, content: string): Promise<void>;
};

/** The contents of the shop for one run. */
type Stage = {
  tools: ShopTool[];
  basket: string;
  buyer: Person;
  caller: string;
  file: string;
  /** The number of an invoice that awaits a transfer. */
  invoice: string;
};

/** A link of the menu, whether something waits in its page or not. */
const menu = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: new RegExp(`^${name}( \\d+\\+?: .*)?$`) });

type Job = {
  what: string;
  wanted: string;
  work(page: Page, hands: Hands, stage: Stage): Promise<Locator>;
};

const jobs: Job[] = [
  {
    what: 'correct a price',
    wanted: '≤ 3',
    async work(page, { press, type }, { tools: [tool] }) {
      await press('Control+K');
      await isFocused(page.getByRole('combobox', { name: 'Search the dashboard' }));
      await type(`${codeOf(tool as ShopTool)} price`);
      await press('Enter');
      await isFocused(page.getByLabel('Price', { exact: true }));
      await type('14.75');
      await press('Enter');
      return page.getByText(`Saved ${tool?.name}`);
    },
  },
  {
    what: `receive ${LINES} tools, part numbers scanned`,
    wanted: '≤ 15',
    async work(page, { press, type }, { tools }) {
      await press(menu(page, 'Stock'));
      await press(page.getByRole('link', { name: 'Receive stock' }));
      for (const [index, tool] of tools.slice(0, LINES).entries()) {
        await isFocused(page.getByRole('combobox', { name: `Tool, line ${index + 1}`, exact: true }));
        await type(codeOf(tool));
        await press('Enter');
        await isFocused(page.getByRole('spinbutton', { name: `Quantity, line ${index + 1}`, exact: true }));
        await type('6');
        await press('Enter');
      }
      await isFocused(page.getByRole('combobox', { name: `Tool, line ${LINES + 1}`, exact: true }));
      await press('Enter');
      await isFocused(page.getByRole('button', { name: 'Receive' }));
      await press('Enter');
      return page.getByText(`Received ${LINES * 6} units on ${LINES} lines`);
    },
  },
  {
    what: `import ${ROWS} tools, two rows of them wrong`,
    wanted: '≤ 5',
    async work(page, { press, drop }, { file }) {
      await press(menu(page, 'Import'));
      await drop(page.getByLabel('CSV file'), file);
      await page.getByRole('group', { name: 'Columns' }).waitFor();
      await press(page.getByRole('button', { name: 'Check the file' }));
      await press(page.getByRole('button', { name: `Apply to ${ROWS - 2} tools, skipping 2 rows` }));
      return page.getByText(/^Applied /);
    },
  },
  {
    what: 'ship a purchase of six',
    wanted: '≤ 4',
    async work(page, { press }, { basket }) {
      await press(menu(page, 'Manage All Orders'));
      await press(page.getByRole('button', { name: `Ship 6 items of order ${basket}` }));
      return page.getByText(/6 orders shipped|6 items shipped/);
    },
  },
  {
    what: 'refund half of an order',
    wanted: '≤ 7',
    async work(page, { press, type }, { tools, buyer }) {
      await press(menu(page, 'Manage All Orders'));
      const row = page.getByRole('row').filter({ hasText: tools[6]?.name ?? '' });
      await press(row.getByRole('button', { name: /^More actions/ }));
      await press(page.getByRole('button', { name: `Refund ${buyer.name}’s order for ${tools[6]?.name}` }));
      await press(page.getByRole('radio', { name: 'An amount' }));
      await press(page.getByLabel(/^Amount, up to/));
      await type('25.00');
      await press(page.getByLabel('Reason'));
      await type('Arrived bent');
      await press(page.getByRole('dialog').getByRole('button', { name: 'Refund $25.00', exact: true }));
      return page.getByText(/^Refund of .* started/);
    },
  },
  {
    what: 'mark an open invoice as paid',
    wanted: '≤ 2',
    async work(page, { press }, { invoice }) {
      await press(page.getByRole('button', { name: `Mark invoice ${invoice} as paid` }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Mark as paid', exact: true }));
      return page.getByText(/^Order .+ is paid/);
    },
  },
  {
    what: 'answer a message',
    wanted: '≤ 4',
    async work(page, { press, type }, { caller }) {
      await press(menu(page, 'Messages'));
      await press(page.getByRole('button', { name: `Reply to ${caller}’s message` }));
      await type('We do. From $9 a day.');
      await press(page.getByRole('button', { name: 'Send reply' }));
      return page.getByText('Reply sent');
    },
  },
  {
    what: 'find who changed a price',
    wanted: '≤ 2',
    async work(page, { press, type }, { tools }) {
      const name = tools[7]?.name ?? '';
      await press(menu(page, 'Activity'));
      await press(page.getByRole('searchbox'));
      await type(name);
      return page.getByRole('row').filter({ hasText: name }).filter({ hasText: '19.5' });
    },
  },
];

/** Done once in a shop, with the first of its runs: it would change what the others cost. */
const onceJob: Job = {
  what: 'ship by weight, in two steps, and charge Ohio’s sales tax',
  wanted: '≤ 19',
  async work(page, { press, choose, type }) {
    await press(menu(page, 'Shipping and tax'));
    await choose(page.getByLabel('How it’s priced'), 'By weight');
    await press(page.getByPlaceholder('Up to, lb').first());
    await type('5');
    await press('Tab');
    await type('7.90');
    await press(page.getByRole('button', { name: 'Add a weight' }));
    await type('20');
    await press('Tab');
    await type('14.90');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Shipping saved').first().waitFor();
    await press(page.getByRole('link', { name: 'Tax', exact: true }));
    await choose(page.getByLabel('Another state'), 'Ohio');
    await isFocused(page.getByRole('group', { name: 'Ohio' }).getByLabel('Standard rate, %'));
    await type('5.75');
    await press('Enter');
    return page.getByText('Tax saved');
  },
};

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
      seen.set(onceJob, [await watch(page, shop.origin, onceJob, await setStage(`${RUNS}`))]);
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
  for (let nth = 0; nth < 8; nth += 1) {
    const code = `KB-${run}-${nth}`;
    const tool = { name: `${code} bench tool`, part_number: code, price: 12.5, min_order_quantity: 1 };
    tools.push(await makeToolByApi({ ...tool, available_quantity: 900 }));
  }
  const buyer = newPerson('Bea Buyer');
  await signUpByApi(buyer);
  await tokenOf(buyer);
  await verifyByApi(buyer);
  const orders = [];
  for (const tool of tools.slice(0, 6)) orders.push(await placeOrderByApi(buyer, tool));
  await payOrdersByApi(buyer, orders);
  await payOrderByApi(buyer, await placeOrderByApi(buyer, tools[6] as ShopTool, 4));
  const invoice = await issueInvoice(buyer, await placeOrderByApi(buyer, tools[5] as ShopTool));
  const caller = `Cora Caller ${run}`;
  const email = `cora-${run}@example.com`;
  const message = { name: caller, email, phone: '+1 555 010 0142', message: 'Do you rent out saws?' };
  await callAs(buyer, 'POST', '/contact', message);
  const changed = tools[7] as ShopTool;
  const { version } = await (await fetch(`${shopOrigin()}/tool/${changed.id}`)).json();
  await callAsAdmin('PATCH', `/tool/${changed.id}`, { version, price: 19.5 });
  const basket = orders[0]?.number ?? '';
  return { tools, buyer, caller, basket, file: fileOf(run, changed.img), invoice };
}

/** Invoices an order before payment. Returns the invoice's number. */
async function issueInvoice({ email }: Person, { _id }: ShopOrder): Promise<string> {
  const { version, details } = await callAsAdmin<ManagedDetails>('GET', '/managedetails');
  const bank = { ...details.bank, holder: 'Bench Tools LLC', iban: 'DE02120300000000202051' };
  await callAsAdmin('PATCH', '/details', { version, bank });
  const path = `/customers/${encodeURIComponent(email)}/invoices`;
  return (await callAsAdmin<OpenInvoice>('POST', path, { orderIds: [_id] })).number;
}

function fileOf(run: string, img: string): string {
  const head = 'Part number,Name,Description,Category,Price,Min order quantity,Available quantity,Image';
  const priceOf = (nth: number) => (nth % 10 === 9 ? 'free' : '12.50');
  const rows = Array.from(
    { length: ROWS },
    (_, nth) =>
      `KF-${run}-${nth},Filed tool ${run}-${nth},Put in from a file.,Hand tools,${priceOf(nth)},1,40,${img}`,
  );
  return [head, ...rows].join('\n');
}

/** Does a job from the overview on, until the page reports it done. */
async function watch(page: Page, origin: string, job: Job, stage: Stage): Promise<Work> {
  await page.goto(`${origin}/dashboard/overview`, { waitUntil: 'networkidle' });
  const work: Work = { presses: 0, typed: 0 };
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
  await (await job.work(page, hands, stage)).first().waitFor();
  return work;
}

function rowsOf({ what, wanted }: Job, works: Work[]): Row[] {
  const of = (field: keyof Work) => showSpread(spreadOf(works.map((work) => work[field])));
  return [
    { what: `${what}: presses`, ours: of('presses'), wanted },
    { what: '… characters typed or scanned', ours: of('typed'), wanted: '' },
  ];
}
