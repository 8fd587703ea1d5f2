import type { Page } from 'playwright-core';
import type { Tool } from '#features/catalogue/contract.ts';
import type { Return, Returnable } from '#features/returns/contract.ts';
import { returnStates } from '#features/returns/return-states.ts';
import type { Scene } from '../scene.ts';
import { buyer } from '../shops/cast.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

type Screen = Omit<Scene, 'state' | 'shows' | 'shop'>;

const DAY_MS = 86_400_000;

const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const reasons = ['damaged', 'wrong_item', 'not_as_described', 'changed_mind', 'other'] as const;

/** A line of a return for a tool. */
function lineOf(
  { _id, name, img, picture, price }: Tool,
  nth: number,
  isIn: boolean,
): Return['lines'][number] {
  const quantity = 1 + ((nth * 7) % 24);
  const accepted = Math.max(quantity - 1, 1);
  return {
    orderId: idOf(nth),
    orderNumber: `TY-${10_400 + nth}`,
    toolId: _id,
    toolName: name,
    partNumber: `OS-3113-${nth}`,
    img,
    picture,
    quantity,
    reason: reasons[nth % reasons.length] ?? 'other',
    received: isIn ? quantity : 0,
    accepted: isIn ? accepted : 0,
    restocked: isIn ? accepted : 0,
    deducted: isIn && nth === 1 ? 2.5 : 0,
    rejectedReason:
      isIn && accepted < quantity ? 'The blade of one is chipped, and its case is missing.' : null,
    refunded: isIn ? Number((price * accepted).toFixed(2)) : 0,
  };
}

/** A return of `count` orders of tools of the scene's shop. */
function returnOf(tools: Tool[], state: Return['state'], count: number, nth = 0): Return {
  const lines = Array.from({ length: count }, (_, index) => index + nth)
    .map((index) => [tools[index % tools.length], index] as const)
    .flatMap(([tool, index]) => (tool ? [lineOf(tool, index, state === 'received')] : []));
  const isAnswered = state !== 'requested';
  const isApproved = state === 'approved' || state === 'received';
  return {
    _id: idOf(nth),
    number: `RMA-${1001 + nth}`,
    kind: 'return',
    state,
    purchaseNumber: `TY-${10_400 + nth}`,
    name: buyer.name,
    email: buyer.email,
    declaredName: '',
    declaredEmail: '',
    lines,
    note: 'The box was dented when it came, and one of the blades is chipped at the tip.',
    reason: state === 'refused' ? 'The blades have been used: they have glue and shavings on them.' : null,
    postage: isApproved ? 'buyer' : null,
    address: isApproved ? 'Toolyard Returns\nDock 4, 12 Workshop Lane\nSpringfield, IL 62701' : '',
    labelUrl: isApproved ? 'https://labels.example/RMA-1001.pdf' : null,
    hasLabel: isApproved && nth === 0,
    pictures: [],
    byStaff: nth % 3 === 1,
    requestedAt: daysFromNow(-2 - nth),
    answeredAt: isAnswered ? daysFromNow(-1 - nth) : null,
    receivedAt: state === 'received' ? daysFromNow(-1) : null,
    closedAt: state === 'closed' ? daysFromNow(-1) : null,
  };
}

/** What can be returned of a purchase: some units, and of some orders none. */
function returnableOf(tools: Tool[], count: number): Returnable {
  const why = [null, null, 'excluded', 'all_returned', 'too_late'] as const;
  const lines = Array.from({ length: count }, (_, nth) => nth)
    .map((nth) => [tools[nth % tools.length], nth] as const)
    .flatMap(([tool, nth]) => {
      if (!tool) return [];
      const { orderId, orderNumber, toolId, toolName, partNumber, img, picture, quantity } = lineOf(
        tool,
        nth,
        false,
      );
      const reason = why[nth % why.length] ?? null;
      const until = daysFromNow(20).slice(0, 10);
      const isAssumed = nth % 2 === 1;
      const line = {
        orderId,
        orderNumber,
        toolId,
        toolName,
        partNumber,
        img,
        picture,
        until,
        isAssumed,
        why: reason,
      };
      return [{ ...line, quantity: reason ? 0 : quantity }];
    });
  return { purchaseNumber: 'TY-10400', lines };
}

/** Answers calls of returns as a shop with these. */
function meet(returnsOf: (tools: Tool[]) => Return[], returnable = 5) {
  return async (page: Page): Promise<void> => {
    const tools: Tool[] = await (await page.request.get(new URL('/tool?limit=50', page.url()).href)).json();
    const returns = returnsOf(tools);
    const headers = { 'x-total-count': String(returns.length) };
    const answer = (pattern: RegExp, json: unknown) =>
      page.route(pattern, (route) =>
        route.request().resourceType() === 'fetch' ? route.fulfill({ json, headers }) : route.fallback(),
      );
    await answer(/\/returns(\?|$)/, returns);
    await answer(/\/returns\/[\d-]+$/, returns[0]);
    await answer(/\/orders\/[\w-]+\/returnable$/, returnableOf(tools, returnable));
    // The slip would open the print dialog.
    await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
    await page.reload();
  };
}

const someReturns = meet((tools) =>
  returnStates.map((state, nth) => returnOf(tools, state, 1 + nth * 2, nth)),
);
const manyReturns = meet((tools) =>
  Array.from({ length: 100 }, (_, nth) =>
    returnOf(tools, returnStates[nth % returnStates.length] ?? 'closed', 1 + (nth % 9), nth),
  ),
);
const one = (state: Return['state'], count = 3) => meet((tools) => [returnOf(tools, state, count)]);

/** A withdrawal, declared without login. */
const withdrawal = meet((tools) => [
  {
    ...returnOf(tools, 'requested', 2),
    kind: 'withdrawal',
    declaredName: 'Ada Joiner',
    declaredEmail: 'ada.joiner@joiner-and-daughters.example',
    note: '',
  },
]);

/** Performs one action after another. */
const then =
  (...actions: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const action of actions) await action(page);
  };

/** Checks in fewer units than arrived without saying why. */
async function acceptFewer(page: Page): Promise<void> {
  await press('Check in items')(page);
  await page
    .getByRole('textbox', { name: /that arrived$/ })
    .last()
    .fill('2');
  await page
    .getByRole('textbox', { name: /^Accepted units/ })
    .last()
    .fill('1');
  await press('Check in 2 units')(page);
}

const myList: Screen = { screen: 'my-returns', path: '/dashboard/returns', role: 'buyer' };
const desk: Screen = { screen: 'returns', path: '/dashboard/returns', role: 'admin' };
const myReturn: Screen = { screen: 'my-return', path: `/dashboard/returns/${idOf(0)}`, role: 'buyer' };
const deskReturn: Screen = { ...myReturn, screen: 'return', role: 'admin' };
const newReturn: Screen = {
  screen: 'new-return',
  path: `/dashboard/returns/new?order=${idOf(0)}`,
  role: 'buyer',
};
const slip: Screen = { ...myReturn, screen: 'return-slip', path: `${myReturn.path}?slip` };

/** A list in the states that both lists share. */
const listScenes = (screen: Screen, title: string): Scene[] => [
  { ...screen, state: 'content', shop: 'demo', act: someReturns, shows: words('RMA-1001') },
  { ...screen, state: 'long', shop: 'long', act: someReturns, shows: words('RMA-1001') },
  { ...screen, state: 'many', shop: 'large', act: manyReturns, shows: words('RMA-1001') },
  { ...screen, state: 'empty', shop: 'empty', shows: heading(title) },
  { ...screen, state: 'loading', shop: 'demo', held: /^GET \/returns/, shows: shapes },
  { ...screen, state: 'failure', shop: 'demo', refused: /^GET \/returns/, shows: failure },
];

/** Screens of returns, for buyers who send back and staff who answer and check in. */
export const returnScenes: Scene[] = [
  ...listScenes(myList, 'My Returns'),
  ...listScenes(desk, 'Returns'),
  ...returnStates.map((state) => ({
    ...myReturn,
    state: state === 'approved' ? 'content' : state,
    shop: 'demo' as const,
    act: one(state),
    shows: words(/^What happen/),
  })),
  { ...myReturn, state: 'long', shop: 'long', act: one('received'), shows: words(/^What happen/) },
  { ...myReturn, state: 'many', shop: 'large', act: one('received', 50), shows: words(/^What happen/) },
  { ...myReturn, state: 'missing', shop: 'demo', shows: words('We can’t find that return') },
  { ...myReturn, state: 'loading', shop: 'demo', held: /^GET \/returns\//, shows: shapes },
  { ...myReturn, state: 'failure', shop: 'demo', refused: /^GET \/returns\//, shows: failure },
  {
    ...myReturn,
    state: 'cancel',
    shop: 'demo',
    isOverlay: true,
    act: then(one('requested'), press('Cancel return')),
    shows: dialog,
  },
  ...returnStates.map((state) => ({
    ...deskReturn,
    state: state === 'requested' ? 'content' : state,
    shop: 'demo' as const,
    act: one(state),
    shows: words(/^What happen/),
  })),
  { ...deskReturn, state: 'withdrawal', shop: 'demo', act: withdrawal, shows: words(/^Declared by/) },
  { ...deskReturn, state: 'long', shop: 'long', act: one('approved'), shows: words(/^What happen/) },
  {
    ...deskReturn,
    state: 'approve',
    shop: 'demo',
    isOverlay: true,
    act: then(one('requested'), press('Approve')),
    shows: dialog,
  },
  {
    ...deskReturn,
    state: 'decline',
    shop: 'demo',
    isOverlay: true,
    act: then(one('requested'), press('Decline')),
    shows: dialog,
  },
  {
    ...deskReturn,
    state: 'check-in',
    shop: 'demo',
    act: then(one('approved'), press('Check in items')),
    shows: words('Also refund what’s left of the shipping'),
  },
  {
    ...deskReturn,
    state: 'check-in-long',
    shop: 'long',
    act: then(one('approved'), press('Check in items')),
    shows: words('Also refund what’s left of the shipping'),
  },
  {
    ...deskReturn,
    state: 'problems',
    shop: 'demo',
    act: then(one('approved'), acceptFewer),
    shows: words('Please give a reason'),
  },
  { ...newReturn, state: 'content', shop: 'demo', act: someReturns, shows: words('Request return') },
  { ...newReturn, state: 'long', shop: 'long', act: someReturns, shows: words('Request return') },
  { ...newReturn, state: 'many', shop: 'large', act: meet(() => [], 50), shows: words('Request return') },
  {
    ...newReturn,
    state: 'problems',
    shop: 'demo',
    act: then(someReturns, press('Request return')),
    shows: (page) => page.locator('[aria-invalid="true"]').first(),
  },
  {
    ...newReturn,
    state: 'empty',
    shop: 'demo',
    path: '/dashboard/returns/new',
    shows: words('Nothing to return'),
  },
  { ...newReturn, state: 'loading', shop: 'demo', held: /^GET \/orders\//, shows: shapes },
  { ...newReturn, state: 'failure', shop: 'demo', refused: /^GET \/orders\//, shows: failure },
  { ...slip, state: 'content', shop: 'demo', act: one('approved'), shows: words('Return to') },
  { ...slip, state: 'long', shop: 'long', act: one('approved'), shows: words('Return to') },
  { ...slip, state: 'not-yet', shop: 'demo', act: one('requested'), shows: words(/no packing slip yet/) },
];
