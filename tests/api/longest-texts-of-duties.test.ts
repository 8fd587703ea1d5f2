import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { addDays } from '#contracts/time-zone.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { buy, expectStatus } from '#tests/support/buying.ts';
import {
  certificateFacts,
  certificateForm,
  makeCertificate,
  uploadCertificate,
} from '#tests/support/exemptions.ts';
import { accepted, approvedReturn, askReturn, buyShipped, lineOf } from '#tests/support/returning.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { Reply } from '#tests/support/test-shop.ts';

/* Every text of returns, delays, certificates, product information, and legal pages at its maximum, and one
 * character more. */
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser());

const send = (method: string, path: string, body: object, { token } = admin) =>
  t.call<ErrorReply>(method, path, { token, body });
const text = (length: number) => 'Ω'.repeat(length);

/** Sends a call with a text at its maximum, which is taken, and with one more, which is refused with its field. */
async function expectMaximum(
  field: string,
  max: number,
  ask: (words: string) => Promise<Reply<ErrorReply>> | Promise<Reply<unknown>>,
  words = text,
): Promise<void> {
  const tooLong = (await ask(words(max + 1))) as Reply<ErrorReply>;
  expect([tooLong.status, tooLong.body.error?.field]).toEqual([400, field]);
  const longest = await ask(words(max));
  expect({ status: longest.status, body: longest.status < 300 ? undefined : longest.body }).toEqual({
    status: expect.toSatisfy((status: number) => status < 300),
    body: undefined,
  });
}

describe('a return', () => {
  it('takes a note, an answer, and reasons of 500 characters, and a label’s address of 2,000', async () => {
    const order = await buyShipped(t, ada, 9);
    await expectMaximum('note', 500, (note) => askReturn(t, ada, [lineOf(order)], { note }));
    const { _id } = await approvedReturn(t, { buyer: ada, staff: admin }, order, 4);
    const change = (body: object) => send('PATCH', `/returns/${_id}`, body);
    const approve = (more: object) => change({ state: 'approved', ...more });
    await expectMaximum('address', 500, (address) => approve({ address }));
    const url = (length: number) => 'https://labels.example/'.padEnd(length, 'a');
    await expectMaximum('labelUrl', 2000, (labelUrl) => approve({ labelUrl }), url);
    await expectMaximum('lines.0.rejectedReason', 500, (rejectedReason) => {
      const line = { orderId: order._id, received: 1, accepted: 0, rejectedReason };
      return change({ state: 'received', lines: [line] });
    });
    await expectMaximum('reason', 500, (reason) => change({ state: 'closed', reason }));
    const other = await approvedReturn(t, { buyer: ada, staff: admin }, order, 1);
    const many = Array.from({ length: 51 }, (_, nth) => ({
      ...accepted(order, 1),
      orderId: order._id.slice(0, -2) + String(nth).padStart(2, '0'),
    }));
    const refused = await send('PATCH', `/returns/${other._id}`, { state: 'received', lines: many });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'lines']);
  });

  it('is asked for in 50 lines at most, and searched by 200 characters', async () => {
    const order = await buyShipped(t, ada, 1);
    const lines = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({
        ...lineOf(order),
        orderId: order._id.slice(0, -2) + String(nth).padStart(2, '0'),
      }));
    const { status, body } = await send('POST', '/returns', { lines: lines(51) });
    expect([status, body.error.field]).toEqual([400, 'lines']);
    expect((await send('POST', '/returns', { lines: lines(50) })).status).toBe(404);
    const search = (q: string) =>
      t.call('GET', `/returns?q=${encodeURIComponent(q)}`, { token: admin.token });
    await expectMaximum('q', 200, search);
  });
});

describe('a delay notice', () => {
  it('takes a reason of 300 characters, and 100 orders', async () => {
    const newDate = addDays(await todayOf(t.shop), 90);
    await expectMaximum('reason', 300, async (reason) => {
      const order = await buy(t, ada, (await t.makeTool()).id);
      return send('POST', '/delay-notices', { orderIds: [order._id], newDate, reason });
    });
    const ids = (count: number) =>
      Array.from({ length: count }, (_, nth) => `0199f7b0-0000-7000-8000-${String(nth).padStart(12, '0')}`);
    const refused = await send('POST', '/delay-notices', { orderIds: ids(101), newDate });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'orderIds']);
    expect((await send('POST', '/delay-notices', { orderIds: ids(100), newDate })).status).toBe(200);
  });
});

describe('a certificate', () => {
  it('takes a number of 60 characters, states of 600, and a reason of 300', async () => {
    const upload = (facts: object) =>
      uploadCertificate(t, ada, certificateForm({ ...certificateFacts, ...facts }));
    await expectMaximum('number', 60, (number) => upload({ number }));
    const states = (length: number) => 'OH, '.repeat(150).slice(0, 600).padEnd(length, ',');
    await expectMaximum('states', 600, (written) => upload({ states: written }), states);
    const id = await makeCertificate(t, ada);
    await expectMaximum('reason', 300, (reason) =>
      send('PATCH', `/exemption-certificates/${id}`, { state: 'refused', reason }),
    );
  });
});

describe('a legal page', () => {
  it('takes an opening of 400 characters and 16 parts of 80 and 3,000', async () => {
    let version = 0;
    const save = async (change: { opening?: string; heading?: string; text?: string; parts?: number }) => {
      const { opening = 'What applies.', parts = 1, ...part } = change;
      const reply = await send('POST', '/legal-pages/shipping/versions', {
        ...{ version, opening },
        parts: Array.from({ length: parts }, () => ({ heading: 'When', text: 'Soon.', ...part })),
      });
      if (reply.status === 201) version += 1;
      return reply;
    };
    await expectMaximum('opening', 400, (opening) => save({ opening }));
    await expectMaximum('parts.0.heading', 80, (heading) => save({ heading }));
    await expectMaximum('parts.0.text', 3000, (words) => save({ text: words }));
    expectStatus(
      await save({ parts: 16, opening: text(400), heading: text(80), text: 'x'.repeat(3000) }),
      201,
    );
    const refused = await save({ parts: 17 });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'parts']);
  });
});

describe('product information', () => {
  const label = (length: number) => `${'b'.repeat(length)}.`;
  const email = (length: number) => `${'a'.repeat(64)}@${label(63)}${label(63)}${label(length - 201)}example`;
  const fields: [field: string, max: number, words?: (length: number) => string][] = [
    ['responsible_person', 500],
    ['safety_warnings', 2000],
    ['guarantee_maker', 60],
    ['disposal_note', 1000],
    ['prop65_warning', 1000],
  ];

  it('of a tool takes each text at its maximum', async () => {
    const { id } = await t.makeTool();
    let version = 1;
    const edit = async (change: object) => {
      const reply = await send('PATCH', `/tool/${id}`, { version, ...change });
      if (reply.status === 200) version += 1;
      return reply;
    };
    for (const [field, max, words] of fields)
      await expectMaximum(field, max, (long) => edit({ [field]: long }), words);
    for (const [field, max] of [
      ['name', 200],
      ['address', 500],
    ] as const)
      await expectMaximum(`manufacturer.${field}`, max, (long) => edit({ manufacturer: { [field]: long } }));
    await expectMaximum('manufacturer.email', 254, (long) => edit({ manufacturer: { email: long } }), email);
    for (const [years, status] of [
      [0, 400],
      [101, 400],
      [1.5, 400],
      [100, 200],
    ] as const)
      expect((await edit({ guarantee_years: years })).status).toBe(status);
    await expectMaximum(
      'content',
      40,
      (content) => edit({ content }),
      (length) => `250${' '.repeat(length - 5)}ml`,
    );
    expect((await edit({ disposal: 'paper' })).body.error.field).toBe('disposal');
  });

  it('of a brand takes each text at its maximum', async () => {
    const made = await send('POST', '/brands', { name: 'Ostrand' });
    const { insertedId } = expectStatus(made as unknown as Reply<{ insertedId: string }>, 200);
    const edit = (change: object) => send('PATCH', `/brands/${insertedId}`, change);
    for (const [field, max] of [
      ['manufacturer_name', 200],
      ['manufacturer_address', 500],
      ['responsible_person', 500],
      ['safety_warnings', 2000],
    ] as const)
      await expectMaximum(field, max, (long) => edit({ [field]: long }));
    await expectMaximum('manufacturer_email', 254, (long) => edit({ manufacturer_email: long }), email);
  });
});

describe('the tables', () => {
  it.each([
    ['tools', 'tools_product_information_bounded', `safety_warnings = repeat('x', 2001)`],
    ['tools', 'tools_product_information_bounded', `manufacturer_email = repeat('x', 255)`],
    ['tools', 'tools_guarantee_years_range', 'guarantee_years = 101'],
    ['tools', 'tools_guarantee_years_range', 'guarantee_years = 0'],
    ['tools', 'tools_disposal_known', `disposal = 'paper'`],
    ['brands', 'brands_product_information_bounded', `manufacturer_address = repeat('x', 501)`],
    ['delay_notices', 'delay_notices_reason_bounded', `reason = repeat('x', 301)`],
    ['exemption_certificates', 'exemption_certificates_bounded', `number = repeat('x', 61)`],
    ['exemption_files', 'exemption_files_bounded', `content = ''`],
    ['returns', 'returns_label_url_bounded', `label_url = 'https://' || repeat('x', 2000)`],
  ])('of %s refuse what %s says, whoever writes it', async (table, constraint, change) => {
    expect(await t.asOwner(`select count(*)::integer as rows from ${table}`)).not.toEqual([{ rows: 0 }]);
    await expect(t.asOwner(`update ${table} set ${change}`)).rejects.toThrow(constraint);
  });

  it('refuse a reduction without its end, a price of nothing, a page without parts, and an empty label', async () => {
    const { id } = await t.makeTool();
    // The trigger ends a reduction that is not whole.
    await t.asOwner(`update tools set reduced_until = '2049-12-31' where id = '${id}'`);
    expect(await t.asOwner(`select reduced_until from tools where id = '${id}'`)).toEqual([
      { reduced_until: null },
    ]);
    const reduced = `former_price_cents = price_cents + 1, reduced_until = 'tomorrow'`;
    await expect(t.asOwner(`update tools set ${reduced} where id = '${id}'`)).rejects.toThrow(
      'tools_reduced_until_is_day',
    );
    await expect(
      t.asOwner(`insert into tool_prices (tool_id, since, price_cents) values ('${id}', now(), 0)`),
    ).rejects.toThrow('tool_prices_more_than_nothing');
    await expect(
      t.asOwner(`insert into legal_versions (page, version, opening, parts, created_at)
        values ('terms', 1, 'One.', '[]', now())`),
    ).rejects.toThrow('legal_versions_bounded');
    await expect(
      t.asOwner(
        `insert into return_labels (return_id, pdf, added_at) select id, '', now() from returns limit 1`,
      ),
    ).rejects.toThrow('return_labels_bounded');
  });
});
