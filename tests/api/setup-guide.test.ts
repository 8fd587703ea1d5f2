import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ShopDetails } from '#contracts/shop-details.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { Duties } from '#features/legal/contract.ts';
import { type SetupGuide, type SetupStep, setupSteps } from '#features/setup-guide/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { buy, expectStatus, placeOrder } from '#tests/support/buying.ts';
import { deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { makeCertificate } from '#tests/support/exemptions.ts';
import { publishText } from '#tests/support/legal.ts';
import { shipWhole } from '#tests/support/person-traces.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { declare, sellIn } from '#tests/support/withdrawing.ts';

const t = {} as TestShop;
const admin = {} as TestUser;

async function start(environment: Record<string, string> = {}): Promise<void> {
  Object.assign(t, await startTestShop({ SHOP_RATE_LIMIT: 'off', ...environment }));
  Object.assign(admin, await t.makeUser({ role: 'admin' }));
}
afterEach(() => t.stop());

async function ask(method: string, path: string, body?: unknown): Promise<SetupGuide> {
  const reply = await t.call<SetupGuide>(method, path, { token: admin.token, body });
  expect(reply.status).toBe(200);
  return reply.body;
}

const readGuide = () => ask('GET', '/setup-guide');
const skip = (step: SetupStep, skipped = true) => ask('PATCH', `/setup-guide/${step}`, { skipped });

const inState = (guide: SetupGuide, state: SetupGuide['steps'][number]['state']) =>
  guide.steps.filter((each) => each.state === state).map(({ step }) => step);

describe('the set-up guide', () => {
  beforeEach(() => start());

  test('has every step open in a new shop, and shows what live mode would refuse', async () => {
    const guide = await readGuide();
    expect(guide).toMatchObject({ shown: true, isFinished: false, hasDemo: false });
    expect(guide.steps.map(({ step }) => step)).toEqual(setupSteps);
    expect(inState(guide, 'open')).toEqual(setupSteps);
    const missing = guide.steps.flatMap(({ step, missing: of }) => of.map(({ setting }) => [step, setting]));
    expect(missing).toEqual([
      ['name', 'contact'],
      ['payments', 'CARD_PAYMENTS'],
      ['live', 'SHOP_RATE_LIMIT'],
      ['live', 'SHOP_ADMIN_EMAIL'],
      ['live', 'SHOP_ORIGIN'],
      ['live', 'MAIL'],
    ]);
    expect(guide.steps[0]?.missing[0]?.problem).toMatch(/address, email, and phone are still made up/);
    expect(guide.steps.at(-1)?.missing.at(-1)?.problem).toMatch(/^must not be mailbox in live mode/);
  });

  test('has each step done once the shop shows it', { tags: ['sweep'] }, async () => {
    const done = async () => inState(await readGuide(), 'done');
    const change = async (sections: Partial<ManagedDetails['details']>) => {
      const { version } = (await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token }))
        .body;
      const body = { version, ...sections };
      expect((await t.call('PATCH', '/details', { token: admin.token, body })).status).toBe(200);
    };
    const { id } = await t.makeTool();
    await t.shop.db.insertInto('demo_rows').values({ kind: 'tool', id }).execute();
    expect(await done()).not.toContain('tools');
    await t.makeTool();
    expect(await done()).toContain('tools');
    await buy(t, await t.makeUser(), id);
    expect(await done()).toEqual(['tools', 'test_order']);

    const { details } = (await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token })).body;
    await change({ shop: { ...details.shop, tagline: 'planes and chisels' } });
    expect(await done()).toEqual(['tools', 'test_order']);
    await change({ shop: { ...details.shop, name: 'Miller Tools' } });
    expect(await done()).toEqual(['name', 'tools', 'test_order']);

    // Confirming the default is a choice, too.
    await change({ region: details.region });
    expect(await done()).toEqual(['name', 'region', 'tools', 'test_order']);
    await setDelivery(t, admin, { methods: [deliveryMethod()] });
    expect(await done()).toEqual(['name', 'region', 'tools', 'delivery', 'test_order']);
    await setDelivery(t, admin, { methods: [deliveryMethod({ price: 0 })] });
    expect(await done()).toEqual(['name', 'region', 'tools', 'test_order']);
    const ohio = regionOf('US');
    // A region alone sets no delivery: a tax rate needs one, too.
    await setDelivery(t, admin, { regions: [ohio] });
    expect(await done()).toEqual(['name', 'region', 'tools', 'test_order']);
    const rate = { region: ohio._id, category: null, rate: 5.75, exemptsBusinesses: false };
    await setTax(t, admin, { rates: [rate] });
    expect(await done()).toEqual(['name', 'region', 'tools', 'tax', 'test_order']);
    await setDelivery(t, admin, {
      regions: [ohio],
      methods: [deliveryMethod({ price: 0, regions: [ohio._id] })],
    });
    expect(await done()).toEqual(['name', 'region', 'tools', 'delivery', 'tax', 'test_order']);

    // Confirming figures that are true is a choice, too.
    await change({ statistics: details.statistics });
    expect(await done()).toContain('texts');
    const bank = { ...details.bank, holder: 'Miller', account: '12345678' };
    await change({ bank });
    expect(await done()).toContain('payments');
    expect(await done()).toEqual(setupSteps.filter((step) => step !== 'live' && step !== 'law'));
  });

  test('lists what the law asks of the shop by its country and customers, done and missing', async () => {
    const duties = async () => {
      const { body } = await t.call<Duties>('GET', '/duties', { token: admin.token });
      return Object.fromEntries(body.duties.map(({ key, state }) => [key, state]));
    };
    const moveTo = async (country: string, customers: string) => {
      const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
      const change = { region: { ...body.details.region, country, state: '' }, law: { customers } };
      const moved = { version: body.version, ...change };
      expect((await t.call('PATCH', '/details', { token: admin.token, body: moved })).status).toBe(200);
    };
    expect(await duties()).toMatchObject({ 'page-notice': 'missing', 'page-privacy': 'missing' });
    expect(await duties()).not.toHaveProperty('withdrawal');
    await publishText(t, 'notice');
    expect(await duties()).toMatchObject({ 'page-notice': 'done', 'page-privacy': 'missing' });

    await moveTo('DE', 'both');
    expect(await duties()).toMatchObject({
      'page-notice': 'done',
      'page-guarantee': 'missing',
      'terms-with-order': 'missing',
    });
    expect(await duties()).not.toHaveProperty('proposition-65');
    await publishText(t, 'terms');
    expect(await duties()).toMatchObject({ 'page-terms': 'done', 'terms-with-order': 'done' });
    await moveTo('DE', 'businesses');
    expect(await duties()).not.toHaveProperty('page-guarantee');

    await moveTo('JP', 'both');
    expect(inState(await readGuide(), 'done')).not.toContain('law');
    for (const page of ['privacy', 'returns', 'shipping'] as const) await publishText(t, page);
    expect(inState(await readGuide(), 'done')).toContain('law');
    await moveTo('FR', 'both');
    expect(inState(await skip('law'), 'skipped')).toEqual(['law']);
  });

  test('says what is missing today of the duties of every day, which no step waits for', async () => {
    const duty = async (key: string) => {
      const { body } = await t.call<Duties>('GET', '/duties', { token: admin.token });
      const found = body.duties.find((each) => each.key === key);
      return found && { state: found.state, to: found.to, ...(found.detail && { detail: found.detail }) };
    };
    for (const page of ['notice', 'privacy', 'returns'] as const) await publishText(t, page);
    const ada = await t.makeUser();
    const tool = await t.makeTool();
    const order = await buy(t, ada, tool.id);
    const inTime = {
      state: 'done',
      to: '/dashboard/details/contact#contact',
      detail: 'You promise to ship within 30 days of payment, and no order is late.',
    };
    expect(await duty('ship-in-time')).toEqual(inTime);
    const today = await todayOf(t.shop);
    const shipBy = (day: string) =>
      t.asOwner(`update orders set ship_by = '${day}' where id = '${order._id}'`);
    await shipBy(today);
    expect(await duty('ship-in-time')).toEqual(inTime);
    await shipBy(addDays(today, -1));
    expect(await duty('ship-in-time')).toEqual({
      state: 'missing',
      to: '/dashboard/manageorders?shipping=late',
      detail: '1 paid order is past the day to ship. Ship, or send a delay notice.',
    });

    expect(await duty('exempt-buyers')).toEqual({ state: 'done', to: '/dashboard/tax-exemption' });
    await makeCertificate(t, ada);
    await makeCertificate(t, ada);
    expect(await duty('exempt-buyers')).toEqual({
      state: 'missing',
      to: '/dashboard/tax-exemption',
      detail: '2 certificates are waiting to be checked. Buyers pay sales tax until you approve theirs.',
    });
    expect(inState(await readGuide(), 'done')).toContain('law');

    await shipWhole(t, order._id);
    expect(await duty('ship-in-time')).toEqual(inTime);
    await sellIn(t, 'DE', 'consumers');
    expect(await duty('withdrawal')).toEqual({ state: 'done', to: '/withdraw' });
    // So long ago that the assumed delivery does not say whether it is in time.
    await t.asOwner(`update parcels set sent_at = sent_at - interval '90 days'`);
    expectStatus(await declare(t, { orderNumber: order.number, email: ada.email }), 202);
    await t.runJobs();
    expect(await duty('withdrawal')).toEqual({
      state: 'missing',
      to: '/dashboard/returns?state=requested',
      detail: '1 withdrawal needs your answer.',
    });

    expect(await duty('product-safety')).toMatchObject({
      detail: expect.stringMatching(/^1 tool for sale /),
    });
    const maker = {
      name: 'Kestrel GmbH',
      address: '42853 Remscheid\nGermany',
      email: 'safety@kestrel.example',
    };
    const edit = async (id: string, manufacturer: object) => {
      const body = { version: 1, manufacturer };
      expectStatus(await t.call('PATCH', `/tool/${id}`, { token: admin.token, body }), 200);
    };
    await edit(tool.id, maker);
    expect(await duty('product-safety')).toEqual({ state: 'done', to: '/dashboard/managetool' });
    // One that names a maker of its own has nothing of its brand's.
    const other = await t.makeTool({ brand: 'Kestrel' });
    await t.asOwner(`update brands set manufacturer_name = 'Kestrel', manufacturer_address = 'Remscheid, Germany',
      manufacturer_email = 'safety@kestrel.example'`);
    await edit(other.id, { name: 'Another maker' });
    expect(await duty('product-safety')).toMatchObject({
      ...{ state: 'missing', to: '/dashboard/managetool?lacks=safety' },
      detail: expect.stringMatching(/^1 tool for sale /),
    });
  });

  test('counts drafts, which are no first tools until something was sold', async () => {
    const readTools = async () => {
      const { tools, steps } = await readGuide();
      return { ...tools, state: steps.find(({ step }) => step === 'tools')?.state };
    };
    expect(await readTools()).toEqual({ forSale: 0, drafts: 0, state: 'open' });
    const { id } = await t.makeTool();
    expect(await readTools()).toEqual({ forSale: 1, drafts: 0, state: 'done' });
    const drafts = [await t.makeTool(), await t.makeTool()];
    for (const draft of drafts)
      await t.shop.db.updateTable('tools').set({ img: null }).where('id', '=', draft.id).execute();
    expect(await readTools()).toEqual({ forSale: 1, drafts: 2, state: 'open' });
    await buy(t, await t.makeUser(), id);
    expect(await readTools()).toEqual({ forSale: 1, drafts: 2, state: 'done' });
  });

  test('counts figures for the home page from sales, above zero only, and saves none', async () => {
    const counted = async () =>
      (await t.call<ShopDetails['statistics']>('GET', '/details/figures', { token: admin.token })).body
        .figures;
    expect(await counted()).toEqual([]);
    const [ada, ben] = [await t.makeUser(), await t.makeUser()];
    const { id } = await t.makeTool({ onHand: 2000 });
    await placeOrder(t, ben, id);
    expect(await counted()).toEqual([]);
    const paid = await buy(t, ada, id);
    for (const buyer of [ada, ben]) await buy(t, buyer, id);
    expect(await counted()).toEqual([{ value: '2', label: 'Customers' }]);
    await shipWhole(t, paid._id);
    expect(await counted()).toEqual([
      { value: '1', label: 'Order shipped' },
      { value: '2', label: 'Customers' },
      { value: '1', label: 'Country shipped to' },
    ]);
    const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
    expect(body.own).toEqual([]);
  });

  test('is finished and goes once every step is done or skipped', async () => {
    for (const step of setupSteps.slice(0, -1)) expect(await skip(step)).toMatchObject({ shown: true });
    expect(await skip('live')).toMatchObject({ shown: false, isFinished: true });
    expect(inState(await readGuide(), 'skipped')).toEqual(setupSteps);
    const guide = await skip('tax', false);
    expect(guide).toMatchObject({ shown: true, isFinished: false });
    expect(inState(guide, 'open')).toEqual(['tax']);
    // Nothing changes the second time.
    expect(await skip('tax', false)).toEqual(guide);
  });

  test('keeps every step that is skipped at the same time', async () => {
    await Promise.all([...setupSteps, ...setupSteps].map((step) => skip(step)));
    const { skipped } = await t.shop.db.selectFrom('setup_guide').select('skipped').executeTakeFirstOrThrow();
    expect(skipped.sort()).toEqual(setupSteps.toSorted());
  });

  test('goes with its last step when it was brought back before', async () => {
    await ask('PATCH', '/setup-guide', { shown: false });
    expect(await ask('PATCH', '/setup-guide', { shown: true })).toMatchObject({ shown: true });
    for (const step of setupSteps) await skip(step);
    expect(await readGuide()).toMatchObject({ shown: false, isFinished: true });
  });

  test('can be hidden, and brought back even when finished', async () => {
    expect(await ask('PATCH', '/setup-guide', { shown: false })).toMatchObject({
      shown: false,
      isFinished: false,
    });
    for (const step of setupSteps) await skip(step);
    expect(await ask('PATCH', '/setup-guide', { shown: true })).toMatchObject({
      shown: true,
      isFinished: true,
    });
  });

  test('refuses an unknown step and a body that says nothing, and changes nothing', async () => {
    const before = await readGuide();
    const refusals = [
      ['/setup-guide/taxes', { skipped: true }, 'step'],
      ['/setup-guide/tax', {}, 'skipped'],
      ['/setup-guide/tax', { skipped: 'yes' }, 'skipped'],
      ['/setup-guide', {}, 'shown'],
      ['/setup-guide', { shown: 1 }, 'shown'],
    ] as const;
    for (const [path, body, field] of refusals) {
      const reply = await t.call('PATCH', path, { token: admin.token, body });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } });
    }
    expect(await readGuide()).toEqual(before);
    await expect(t.asOwner(`update setup_guide set skipped = '{taxes}'`)).rejects.toThrow(/check constraint/);
    await expect(t.asOwner(`insert into setup_guide default values`)).rejects.toThrow(/unique constraint/);
  });
});

describe('the steps of a shop with real services', () => {
  test('lack only what is still made for trials', async () => {
    await start({
      SHOP_ORIGIN: 'https://shop.example',
      CARD_PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    });
    const guide = await readGuide();
    expect(inState(guide, 'done')).toEqual(['payments']);
    const settings = guide.steps.flatMap(({ missing }) => missing.map(({ setting }) => setting));
    expect(settings).toEqual([
      'contact',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'SHOP_RATE_LIMIT',
      'SHOP_ADMIN_EMAIL',
      'MAIL',
    ]);
  });
});
