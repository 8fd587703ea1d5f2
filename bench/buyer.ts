import type { Locator, Page } from 'playwright-core';
import { newPerson, type Person, signUpByApi } from '#tests/e2e/support/people.ts';
import { visitShop } from '#tests/e2e/support/shop-origin.ts';
import { startBenchShop } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { withBrowser } from './support/page-load.ts';

const RUNS = 3;

/** A phone in portrait orientation. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The items to buy, in a buyer's words, and the matching tools of the demo catalogue. */
const wanted = [
  { words: 'claw hammer', quantity: 4, name: 'Claw hammer, 16 oz, hickory' },
  { words: 'hacksaw', quantity: 5, name: 'Hacksaw, 12 in, high-tension frame' },
  { words: 'pipe wrench', quantity: 3, name: 'Pipe wrench, 14 in, cast handle' },
];

const delivery = { phone: '(207) 555-0142', address: '12 Harbor Street, Portland, ME 04101, United States' };
const card = { 'Card number': '4242424242424242', 'Expiration date': '1249', 'Security code': '123' };

/** A thumb's work: taps, filled fields, and typed characters. */
type Work = { taps: number; fields: number; characters: number };

/** A thumb that counts its work. */
type Thumb = { tap(what: Locator): Promise<void>; write(field: Locator, text: string): Promise<void> };

type Way = { what: string; wanted: string; work(page: Page, thumb: Thumb): Promise<void> };

const ways: Way[] = [
  {
    what: 'each tool paid for by itself, as it had to be before',
    wanted: '',
    async work(page, thumb) {
      for (const [index, tool] of wanted.entries()) {
        await order(page, thumb, tool, index === 0);
        await thumb.tap(page.getByRole('link', { name: /^Pay \$.* now$/ }));
        await pay(page, thumb);
      }
    },
  },
  {
    what: 'found one by one, one payment',
    wanted: '< 32',
    async work(page, thumb) {
      for (const [index, tool] of wanted.entries()) await order(page, thumb, tool, index === 0);
      await thumb.tap(page.getByRole('banner').getByRole('link', { name: 'Cart, 3 unpaid orders' }));
      await payForAll(page, thumb);
    },
  },
  {
    what: 'written as a list, one payment',
    wanted: '< 32',
    async work(page, thumb) {
      await thumb.tap(page.getByRole('button', { name: 'Open menu' }));
      await thumb.tap(page.getByRole('dialog').getByRole('link', { name: 'Quick Order', exact: true }));
      const list = wanted.map(({ words, quantity }) => `${quantity} ${words}`).join('\n');
      await thumb.write(page.getByRole('textbox', { name: 'Your list' }), list);
      await thumb.tap(page.getByRole('button', { name: 'Check the list' }));
      await page.getByText('3 ready', { exact: true }).waitFor();
      await giveDelivery(page, thumb);
      await thumb.tap(page.getByRole('button', { name: 'Add 3 to cart' }));
      await payForAll(page, thumb);
    },
  },
];

async function order(page: Page, thumb: Thumb, { words, name }: (typeof wanted)[0], isFirst: boolean) {
  await thumb.write(page.getByRole('combobox', { name: 'Search tools' }), words);
  await thumb.tap(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
  if (isFirst) await giveDelivery(page, thumb);
  else await isFilled(page);
  await thumb.tap(page.getByRole('button', { name: 'Add', exact: true }));
  await page.getByText('Your order is added to your cart').waitFor();
}

/** Whether the shop has filled in the address of the last order. */
const isFilled = (page: Page) =>
  page.waitForFunction(() => document.querySelector<HTMLInputElement>('main input[type=tel]')?.value);

async function giveDelivery(page: Page, thumb: Thumb): Promise<void> {
  await thumb.write(page.getByRole('textbox', { name: 'Phone' }), delivery.phone);
  await thumb.write(page.getByRole('textbox', { name: 'Address' }), delivery.address);
}

async function payForAll(page: Page, thumb: Thumb): Promise<void> {
  await thumb.tap(page.getByRole('link', { name: /^Pay \$/ }));
  await pay(page, thumb);
}

async function pay(page: Page, thumb: Thumb): Promise<void> {
  for (const [name, text] of Object.entries(card))
    await thumb.write(page.getByRole('textbox', { name }), text);
  await thumb.tap(page.getByRole('button', { name: 'Pay', exact: true }));
  await page.getByRole('heading', { name: 'Thank you, your payment went through' }).waitFor();
}

/** Measures what a buyer on a phone presses to buy three tools, and how long the shop takes at machine
 * speed. */
export async function measureBuyer(): Promise<Row[]> {
  const shop = await startBenchShop();
  visitShop(shop.origin);
  try {
    const seen = new Map<Way, Work[]>(ways.map((way) => [way, []]));
    for (let run = 0; run < RUNS; run += 1) {
      for (const [way, works] of seen) {
        const buyer = newPerson();
        await signUpByApi(buyer);
        works.push(await withBrowser((page) => watch(page, shop.origin, buyer, way), phone));
      }
    }
    return [...seen].flatMap(([way, works]) => rowsOf(way, works));
  } finally {
    visitShop(undefined);
    await shop.stop();
  }
}

/** Buys three tools, starting on the home page, as a buyer who has just signed in for the first time. */
async function watch(page: Page, origin: string, buyer: Person, way: Way): Promise<Work> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.goto(origin, { waitUntil: 'networkidle' });
  const work: Work = { taps: 0, fields: 0, characters: 0 };
  const thumb: Thumb = {
    async tap(what) {
      work.taps += 1;
      await what.tap();
    },
    async write(field, text) {
      work.fields += 1;
      work.characters += text.length;
      await field.tap();
      await field.and(page.locator(':focus')).waitFor();
      await page.keyboard.insertText(text);
    },
  };
  await way.work(page, thumb);
  return work;
}

function rowsOf({ what, wanted }: Way, works: Work[]): Row[] {
  const of = (value: (work: Work) => number) => showSpread(spreadOf(works.map(value)));
  return [
    { what: `${what}: presses`, ours: of(({ taps, fields }) => taps + fields), wanted },
    { what: '… of them fields written in', ours: of(({ fields }) => fields), wanted: '' },
    { what: '… characters written', ours: of(({ characters }) => characters), wanted: '' },
  ];
}
