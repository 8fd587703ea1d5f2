import type { Page } from 'playwright-core';
import type { Tool } from '#features/catalogue/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import type { Scene } from '../scene.ts';
import { admin, buyer } from '../shops/cast.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

type Screen = Omit<Scene, 'state' | 'shows' | 'shop'>;

const DAY_MS = 86_400_000;

const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** The line of a quote for a tool. */
const lineOf = (
  { _id, name, img, picture, price }: Tool,
  nth: number,
  isOffered: boolean,
): Quote['lines'][number] => {
  const quantity = 1 + ((nth * 7) % 24);
  const unitPrice = Number((price * 0.9).toFixed(2));
  return {
    orderId: idOf(nth),
    orderNumber: `TY-${10_400 + nth}`,
    orderState: 'unpaid',
    toolId: _id,
    toolName: name,
    partNumber: `OS-3113-${nth}`,
    img,
    picture,
    quantity,
    unitPrice: isOffered ? unitPrice : null,
    price: isOffered ? Number((unitPrice * quantity).toFixed(2)) : null,
    toolUnitPrice: price,
    heldQuantity: 0,
    availableQuantity: 40,
    unavailable: null,
  };
};

/** A quote of `count` orders for tools of the scene's shop. */
function quoteOf(tools: Tool[], state: Quote['state'], count: number, nth = 0): Quote {
  const isOffered = state !== 'asked';
  const lines = Array.from({ length: count }, (_, index) => index + nth)
    .map((index) => [tools[index % tools.length], index] as const)
    .flatMap(([tool, index]) => (tool ? [lineOf(tool, index, isOffered)] : []));
  return {
    _id: idOf(nth),
    number: `Q-${1001 + nth}`,
    state,
    version: 2,
    email: buyer.email,
    userName: buyer.name,
    orderCount: lines.length,
    toolName: lines[0]?.toolName ?? '',
    price: isOffered ? Number(lines.reduce((sum, { price }) => sum + (price ?? 0), 0).toFixed(2)) : null,
    holds: nth % 2 === 0,
    expiresAt: isOffered ? daysFromNow(state === 'expired' ? -1 : 6.2) : null,
    askedAt: daysFromNow(-2 - nth),
    offeredAt: isOffered ? daysFromNow(-1 - nth) : null,
    acceptedAt: null,
    endedAt: null,
    note: 'We fit out two workshops in the spring and need all of it in one delivery.',
    message: isOffered ? 'Ten percent for the whole lot, as we said on the telephone.' : '',
    lines,
  };
}

/** Answers quote calls as a shop with these quotes. */
function meet(quotesOf: (tools: Tool[]) => Quote[]) {
  return async (page: Page): Promise<void> => {
    const tools: Tool[] = await (await page.request.get(new URL('/tool?limit=50', page.url()).href)).json();
    const quotes = quotesOf(tools);
    const [first] = quotes;
    const headers = { 'x-total-count': String(quotes.length) };
    await page.route(/\/quotes(\?|$)/, (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ json: quotes, headers })
        : route.fallback(),
    );
    await page.route(/\/quotes\/[\d-]+$/, (route) =>
      route.request().resourceType() === 'fetch' ? route.fulfill({ json: first }) : route.fallback(),
    );
    await page.reload();
  };
}

const states = ['asked', 'offered', 'accepted', 'paid', 'declined', 'withdrawn', 'expired'] as const;

const someQuotes = meet((tools) => states.map((state, nth) => quoteOf(tools, state, 1 + nth * 2, nth)));
const manyQuotes = meet((tools) =>
  Array.from({ length: 100 }, (_, nth) =>
    quoteOf(tools, states[nth % states.length] ?? 'paid', 1 + (nth % 9), nth),
  ),
);
const one = (state: Quote['state'], count = 3) => meet((tools) => [quoteOf(tools, state, count)]);

/** Performs one action after another. */
const then =
  (...actions: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const action of actions) await action(page);
  };

const list: Screen = { screen: 'my-quotes', path: '/dashboard/quotes', role: 'buyer' };
const desk: Screen = { screen: 'quotes', path: '/dashboard/quotes', role: 'admin' };
const quote: Screen = { screen: 'quote', path: `/dashboard/quotes/${idOf(0)}`, role: 'buyer' };
const offer: Screen = { ...quote, screen: 'offer', role: 'admin' };
const newQuote: Screen = {
  screen: 'new-quote',
  path: `/dashboard/quotes/new?${new URLSearchParams({ customer: buyer.email })}`,
  role: 'admin',
};

/** A list in the states that both quote lists share. */
const listScenes = (screen: Screen, title: string): Scene[] => [
  { ...screen, state: 'content', shop: 'demo', act: someQuotes, shows: words('Q-1001') },
  { ...screen, state: 'long', shop: 'long', act: someQuotes, shows: words('Q-1001') },
  { ...screen, state: 'many', shop: 'large', act: manyQuotes, shows: words('Q-1001') },
  { ...screen, state: 'empty', shop: 'empty', shows: heading(title) },
  { ...screen, state: 'loading', shop: 'demo', held: /^GET \/quotes/, shows: shapes },
  { ...screen, state: 'failure', shop: 'demo', refused: /^GET \/quotes/, shows: failure },
];

async function typeNoPrice(page: Page): Promise<void> {
  await page
    .getByRole('textbox', { name: /^Unit price of/ })
    .first()
    .fill('0');
  await press('Send quote')(page);
}

/** Sends prices for a quote that somebody else has changed in the meantime. */
async function meetConflict(page: Page): Promise<void> {
  await page.route(/\/quotes\/[\d-]+\/offer$/, (route) => {
    const message = 'This quote has just changed. Please check it and try again.';
    return route.fulfill({ status: 409, json: { error: { code: 'version_conflict', message } } });
  });
  await press('Send quote')(page);
}

/** Returns to a cart with lines in a requested quote, and in an accepted one. */
async function meetQuoted(page: Page): Promise<void> {
  await page.route(/\/orders\?.*status=unpaid/, async (route) => {
    const response = await route.fetch();
    const [line, ...others] = await response.json();
    const quoteIn = (state: string, nth: number) => ({
      quote: { _id: idOf(nth), number: `Q-${1001 + nth}`, state, expiresAt: daysFromNow(2) },
    });
    const asked = { ...line, ...quoteIn('asked', 0), _id: line._id.replace(/.$/, '0') };
    const accepted = { ...line, ...quoteIn('accepted', 1) };
    return route.fulfill({ response, json: [asked, accepted, ...others] });
  });
  await page.reload();
}

/** Quote screens, for buyers who request quotes and staff who offer them. */
export const quoteScenes: Scene[] = [
  ...listScenes(list, 'My Quotes'),
  ...listScenes(desk, 'Quotes'),
  ...states.map((state) => ({
    ...quote,
    state,
    shop: 'demo' as const,
    act: one(state),
    shows: words('At list prices'),
  })),
  { ...quote, state: 'long', shop: 'long', act: one('offered'), shows: words('At list prices') },
  { ...quote, state: 'many', shop: 'large', act: one('offered', 50), shows: words('At list prices') },
  { ...quote, state: 'missing', shop: 'demo', shows: words('We can’t find that quote') },
  { ...quote, state: 'loading', shop: 'demo', held: /^GET \/quotes\//, shows: shapes },
  { ...quote, state: 'failure', shop: 'demo', refused: /^GET \/quotes\//, shows: failure },
  {
    ...quote,
    state: 'decline',
    shop: 'demo',
    isOverlay: true,
    act: then(one('offered'), press('Decline')),
    shows: dialog,
  },
  { ...offer, state: 'content', shop: 'demo', act: one('asked'), shows: words('Send quote') },
  { ...offer, state: 'long', shop: 'long', act: one('asked'), shows: words('Send quote') },
  { ...offer, state: 'many', shop: 'large', act: one('asked', 50), shows: words('Send quote') },
  { ...offer, state: 'offered', shop: 'demo', act: one('offered'), shows: words('Offer new prices') },
  {
    ...offer,
    state: 'again',
    shop: 'demo',
    act: then(one('offered'), press('Offer new prices')),
    shows: words('Send quote'),
  },
  {
    ...offer,
    state: 'problems',
    shop: 'demo',
    act: then(one('asked'), typeNoPrice),
    shows: words('Enter a price above 0'),
  },
  { ...offer, state: 'conflict', shop: 'demo', act: then(one('asked'), meetConflict), shows: failure },
  { ...newQuote, state: 'content', shop: 'demo', shows: words('Send quote') },
  { ...newQuote, state: 'many', shop: 'large', shows: words('Send quote') },
  {
    ...newQuote,
    state: 'empty',
    shop: 'demo',
    path: `/dashboard/quotes/new?${new URLSearchParams({ customer: admin.email })}`,
    shows: words('Nothing to quote'),
  },
  { ...newQuote, state: 'failure', shop: 'demo', refused: /^GET \/orders\?/, shows: failure },
  {
    screen: 'cart',
    state: 'quoted',
    path: '/dashboard/cart',
    role: 'buyer',
    shop: 'demo',
    act: meetQuoted,
    shows: words('Quote Q-1001 requested'),
  },
  {
    screen: 'cart',
    state: 'ask-for-a-quote',
    path: '/dashboard/cart',
    role: 'buyer',
    shop: 'demo',
    isOverlay: true,
    act: press('Request a quote'),
    shows: dialog,
  },
];
