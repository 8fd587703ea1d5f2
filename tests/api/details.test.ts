import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { detailsSections, type ShopDetails } from '#contracts/shop-details.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { type ManagedDetails, managedDetailsSchema } from '#features/shop-details/contract.ts';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-details/texts/defaults.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { buy, orderBody, placeOrder, startPayment } from '#tests/support/buying.ts';
import { queueAtRow } from '#tests/support/queue-at-row.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const defaults = defaultDetails(defaultName, defaultHours);
const brace = { ...defaults.shop, name: 'Bit & Brace' };

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

beforeEach(() => t.shop.db.updateTable('shop_details').set({ version: 1, own: '{}' }).execute());

const change = (body: unknown, { token } = admin) =>
  t.call<ManagedDetails & ErrorReply>('PATCH', '/details', { token, body });
const managed = async () =>
  (await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token })).body;
const shown = async () => (await t.call<ShopDetails>('GET', '/details')).body;
/** The public details: only invoices show the account number, and only admins the security settings. */
const withoutBank = ({ bank: _bank, security: _security, ...details }: ShopDetails) => details;

describe('the shop’s details', () => {
  test('are the specification’s texts until changed', async () => {
    expect(await shown()).toEqual(withoutBank(defaults));
    expect(managedDetailsSchema.parse(await managed())).toEqual({
      version: 1,
      details: defaults,
      defaults,
      own: [],
    });
    expect(defaults.statistics.figures.map(({ value, label }) => `${value} ${label}`)).toEqual([
      '55% Sell Rate',
      '25+ Country Shipment',
      '440+ Feedback',
      '1000+ Happy Clients',
    ]);
  });

  test('change section by section, in the settings of every page and in the audit trail', async () => {
    const contact = { ...defaults.contact, phone: ' 555 0199 ', hours: '7AM-4PM' };
    const { status, body } = await change({ version: 1, shop: brace, contact });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, own: ['shop', 'contact'] });
    expect(await managed()).toEqual(body);
    const details = await shown();
    expect(details).toEqual(withoutBank(body.details));
    expect(details.contact.phone).toBe('555 0199');
    const { shop } = (await t.call<ShopSettings>('GET', '/settings')).body;
    expect(shop).toMatchObject({ name: 'Bit & Brace', phone: '555 0199' });
    expect(shop).not.toHaveProperty('accent');
    const events = t.shop.db.selectFrom('audit_events').select(['actor', 'details']);
    expect(await events.where('action', '=', 'details_changed').execute()).toEqual([
      { actor: 'admin', details: { sections: 'shop, contact', version: 2 } },
    ]);
  });

  test('say in the settings of pages until when an order ships on the same day, once the owner has', async () => {
    const onPages = async () => (await t.call<ShopSettings>('GET', '/settings')).body.shop;
    expect(await onPages()).not.toHaveProperty('ships');
    await change({ version: 1, contact: { ...defaults.contact, shipsBy: '14:30', shipsOn: 'mon-sat' } });
    expect(await onPages()).toMatchObject({ ships: { by: '14:30', on: 'mon-sat' } });
  });

  test('fill fields added since an earlier release with their defaults', async () => {
    const { opening: _, sent: __, ...earlier } = { ...defaults.contact, phone: '555 0199' };
    const own = JSON.stringify({ contact: earlier });
    await t.shop.db.updateTable('shop_details').set({ own }).execute();
    t.shop.cacheVersion.invalidate();
    const contact = { ...defaults.contact, phone: '555 0199' };
    expect(await t.shop.details.read()).toEqual({ ...defaults, contact });
    expect(await managed()).toMatchObject({ details: { contact }, own: ['contact'] });
  });

  test('follow the shop’s name and hours in default texts, until these are edited', async () => {
    await change({ version: 1, shop: brace, contact: { ...defaults.contact, hours: '7AM-4PM' } });
    const { about, policy } = await shown();
    expect(about).toEqual(defaultDetails('Bit & Brace', '7AM-4PM').about);
    expect(about.parts.at(-1)?.text).toContain('open 7AM-4PM.');
    await change({ version: 2, policy: { ...policy, opening: 'Ask Bob.' } });
    const { body } = await change({ version: 3, shop: null });
    expect(body.own).toEqual(['contact', 'policy']);
    expect(body.details.about.opening).toMatch(/^Toolyard sells/);
    expect(body.details.policy.description).toContain('Bit & Brace');
  });

  test('return to their defaults, also when those are sent as values', async () => {
    const banner = { heading: 'Sale', promise: 'Today' };
    expect((await change({ version: 1, banner })).body.own).toEqual(['banner']);
    expect((await change({ version: 2, banner: null })).body).toMatchObject({ own: [], details: defaults });
    expect((await change({ version: 3, banner: defaults.banner })).body).toMatchObject({
      version: 3,
      own: [],
    });
  });

  test('refuse an old version with the current values; of twenty at once one wins', async () => {
    const replies = await times(20, (index) =>
      change({ version: 1, banner: { heading: `Sale ${index}`, promise: 'Now' } }),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 19 });
    const now = await managed();
    expect(now.version).toBe(2);
    expect((await change({ version: 1, shop: null })).body.error).toEqual({
      code: 'version_conflict',
      message: 'Someone else changed the shop’s details while you were editing them',
      field: 'version',
      current: now,
    });
  });

  test('accept the first of several simultaneous changes', async () => {
    const changes = ['One', 'Two', 'Three'].map(
      (heading) => () => change({ version: 1, banner: { heading, promise: 'Now' } }),
    );
    const replies = await queueAtRow(t, 'select from shop_details for update', changes);
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 409]);
    expect((await shown()).banner.heading).toBe('One');
  });

  test.each<[string, string, unknown]>([
    ['shop.name', 'Name is required', { shop: { ...brace, name: ' ' } }],
    ['shop.name', 'Name must be 40 characters or shorter', { shop: { ...brace, name: 'x'.repeat(41) } }],
    ['shop.name', 'Name must be plain text', { shop: { ...brace, name: 'a\u0000b' } }],
    [
      'contact.email',
      'Enter an email address, such as shop@example.com',
      { contact: { ...defaults.contact, email: 'bob' } },
    ],
    [
      'contact.shipsBy',
      'Enter a time from 00:00 to 23:59, or leave it empty',
      { contact: { ...defaults.contact, shipsBy: '24:00' } },
    ],
    [
      'contact.shipsOn',
      'Choose one of the listed days',
      { contact: { ...defaults.contact, shipsOn: 'never' } },
    ],
    ['contact.phone', 'Enter a phone number', { contact: { ...defaults.contact, phone: 'none' } }],
    [
      'social.youtube',
      'starts with https',
      { social: { ...defaults.social, youtube: 'javascript:alert(1)' } },
    ],
    [
      'social.facebook',
      'starts with https',
      { social: { ...defaults.social, facebook: 'http://a.example' } },
    ],
    [
      'statistics.figures',
      'You can add 4 at most',
      { statistics: { figures: Array.from({ length: 5 }, () => ({ value: '1', label: 'Shop' })) } },
    ],
    ...[
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'http://a.example',
      'data:text/html,x',
    ].map((to): [string, string, unknown] => [
      'policy.parts.0.text',
      'Links must start with https',
      { policy: { ...defaults.policy, parts: [{ heading: 'Orders', text: `See [this](${to}).` }] } },
    ]),
    ['look.currencyDisplay', 'symbol or code', { look: { ...defaults.look, currencyDisplay: 'name' } }],
    [
      'look.accentLight',
      'Enter a color, such as #1f4e9c',
      { look: { ...defaults.look, accentLight: 'red' } },
    ],
    [
      'look.accentLight',
      'Too light to read. Choose a darker color.',
      { look: { ...defaults.look, accentLight: '#767676' } },
    ],
    [
      'look.accentDark',
      'Too dark to read. Choose a lighter color.',
      { look: { ...defaults.look, accentDark: '#c03c08' } },
    ],
    ['law.customers', 'consumers, businesses, or both', { law: { customers: 'children' } }],
    ['body', 'Name at least one section', {}],
  ])('are refused for %s: %s', async (field, message, sections) => {
    const { status, body } = await change({ version: 1, ...(sections as object) });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_input', field });
    expect(body.error.message).toContain(message);
    expect(await managed()).toMatchObject({ version: 1, own: [] });
  });

  test('keep whom the shop sells to as the owner’s choice, the default too', async () => {
    expect((await shown()).law).toEqual({ customers: 'both' });
    expect((await change({ version: 1, law: { customers: 'both' } })).body).toMatchObject({ own: ['law'] });
    expect((await change({ version: 2, law: { customers: 'businesses' } })).status).toBe(200);
    expect((await shown()).law).toEqual({ customers: 'businesses' });
  });

  test('store text literally, and accept every section as it is returned', async () => {
    const nasty = '<script>alert("1")</script> & [a](https://a.example)';
    const about = { ...defaults.about, opening: nasty, parts: [{ heading: '<b>', text: nasty }] };
    expect((await change({ version: 1, about })).status).toBe(200);
    expect((await shown()).about).toEqual(about);
    const { details, version } = await managed();
    const own = { ...details, banner: { heading: 'One', promise: 'Two' } };
    expect((await change({ version, ...own })).body.details).toEqual(own);
    expect(Object.keys(own).sort()).toEqual([...detailsSections, 'time'].sort());
  });
});

test('shows the shop’s own name, address and accent in emails', async () => {
  const contact = { ...defaults.contact, address: '1 Mill Lane' };
  const currencyDisplay = 'code';
  const look = { ...defaults.look, currencyDisplay, accentLight: '#1F4E9C', accentDark: '#8AB4FF' };
  await change({ version: 1, shop: brace, contact, look });
  const settings = (await t.call<ShopSettings>('GET', '/settings')).body;
  expect(settings.shop.accent).toEqual({ light: '#1f4e9c', dark: '#8ab4ff' });
  expect(settings).toMatchObject({ currency: 'usd', shop: { currencyDisplay } });
  const buyer = await t.makeUser();
  await buy(t, buyer, (await t.makeTool()).id);
  await t.runJobs();
  const mail = await t.shop.db
    .selectFrom('mailbox.messages')
    .selectAll()
    .where('recipient', '=', buyer.email)
    .where('subject', 'like', 'Receipt%')
    .executeTakeFirstOrThrow();
  expect(mail.text_body).toContain('you placed an order with Bit & Brace.');
  expect(mail.text_body).toContain('--\nBit & Brace\n1 Mill Lane\n');
  expect(mail.html_body).toContain('Bit &amp; Brace');
  expect(mail.text_body).toMatch(/Total: USD\u00a0\d/);
  expect(mail.html_body).toMatch(/class="button" style="[^"]*background-color:#1f4e9c/);
  expect(mail.html_body).not.toMatch(/#c03c08|#ff7a3d/);
  expect(mail.text_body + mail.html_body).not.toContain('Toolyard');
});

test('applies a new amount format to refusals at once', async () => {
  t.shop.cacheVersion.invalidate();
  const buyer = await t.makeUser();
  const { id } = await t.makeTool({ priceCents: 1250 });
  const order = await placeOrder(t, buyer, id);
  const paid = await buy(t, buyer, id);
  const edit = { version: 1, price: 14 };
  expect((await t.call('PATCH', `/tool/${id}`, { token: admin.token, body: edit })).status).toBe(200);
  const wordsOf = async (refused: Promise<{ body: unknown }>) =>
    ((await refused).body as ErrorReply).error.message;
  const refusals = async () => [
    await wordsOf(t.call('POST', '/orders', { token: buyer.token, body: { ...orderBody(id), price: 12.5 } })),
    await wordsOf(startPayment(t, buyer, order)),
    await wordsOf(
      t.call('POST', `/orders/${paid._id}/refunds`, {
        token: admin.token,
        body: { amount: 12.51, reason: 'Late' },
      }),
    ),
  ];
  const written = (price: (amount: string) => string) => [
    expect.stringContaining(`The price is now ${price('14.00')}.`),
    expect.stringMatching(new RegExp(`${price('12.50')}.*${price('14.00')}`.replaceAll('$', '\\$'))),
    expect.stringContaining(`Only ${price('12.50')} of this order`),
  ];
  expect(await refusals()).toEqual(written((amount) => `$${amount}`));
  await change({ version: 1, look: { ...defaults.look, currencyDisplay: 'code' } });
  expect(await refusals()).toEqual(written((amount) => `USD\u00a0${amount}`));
});
