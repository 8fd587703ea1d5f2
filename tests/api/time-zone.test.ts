/** @module-tag sweep */
import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterEach, describe, expect, it } from 'vitest';
import type { Activity } from '#features/activity/contract.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import type { Overview } from '#features/overview/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { findDetails, keepFirstTimeZone } from '#features/shop-details/store.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { buy, expectStatus, placeOrder } from '#tests/support/buying.ts';
import { ask, offer } from '#tests/support/quotes.ts';
import { refundOrder } from '#tests/support/refunding.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

/** Shorter than a token's lifetime. */
const NINE_MINUTES = 540_000;
/** Seven minutes to midnight on 30 November in New York, where daylight saving time ended on the first of the
 * month. */
const LATE = Date.parse('2026-12-01T04:53:00Z');

/** A clock that advances only when a test sets it. */
function standingClock(at: number) {
  let nowMs = at;
  return {
    now: () => new Date(nowMs),
    advance(ms: number) {
      nowMs += ms;
    },
  };
}

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

async function chooseZone(t: TestShop, { token }: TestUser, zone: string) {
  const { version } = (await t.call<ManagedDetails>('GET', '/managedetails', { token })).body;
  return t.call<ManagedDetails>('PATCH', '/details', { token, body: { version, time: { zone } } });
}

async function take(t: TestShop, path: string, { token }: TestUser) {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name, bytes: Buffer.from(await response.arrayBuffer()) };
}

const rowsOf = (bytes: Buffer): Record<string, string>[] => parse(bytes, { bom: true, columns: true });

const textOf = async (pdf: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;

/** Makes one sale before the month ends in New York, one after it, a refund and a quote, and collects
 * everything with a date. */
async function sellAtMonthsEnd() {
  const t = await startTestShop({ SHOP_RATE_LIMIT: 'off' }, { clock: standingClock(LATE) });
  try {
    const admin = await t.makeUser({ email: 'boss@shop.example', role: 'admin' });
    const ada = await t.makeUser({ email: 'ada@shop.example', name: 'Ada Joiner' });
    expectStatus(await chooseZone(t, admin, 'America/New_York'), 200);
    const { id } = await t.makeTool({ name: 'Claw hammer', priceCents: 1250, onHand: 50 });
    await buy(t, ada, id, 2);
    t.clock.advance(NINE_MINUTES);
    const later = await buy(t, ada, id);
    expectStatus(await refundOrder(t, admin, later._id, { amount: 5 }), 201);
    const asked = await ask(t, ada, [await placeOrder(t, ada, id)]);
    expectStatus(await offer(t, admin, expectStatus(asked, 201)), 200);
    const listed = await t.call<ListedInvoice[]>('GET', '/invoices', { token: admin.token });
    const papers = await Promise.all(
      listed.body.map(async ({ _id, number, date }) => {
        const { bytes } = await take(t, `/invoices/${_id}.pdf`, admin);
        return { number, date, text: (await textOf(bytes)).replace(/Transaction ID.*?BILL TO/s, '') };
      }),
    );
    const ofMonth = async (month: string) => {
      const { bytes } = await take(t, `/exports/papers.zip?month=${month}`, admin);
      return [...new Set(bytes.toString('latin1').match(/(?:INV|CN)-\d{6}(?=\.pdf)/g))];
    };
    const orders = await take(t, '/exports/orders.csv', admin);
    const invoices = await take(t, '/exports/invoices.csv', admin);
    const overview = await t.call<Overview>('GET', '/overview?days=7', { token: admin.token });
    const mails = await mailsTo(t, ada.email);
    return {
      papers,
      months: { november: await ofMonth('2026-11'), december: await ofMonth('2026-12') },
      orders: {
        name: orders.name,
        rows: rowsOf(orders.bytes).map(({ placedAt, paidAt }) => ({ placedAt, paidAt })),
      },
      invoices: { name: invoices.name, dates: rowsOf(invoices.bytes).map(({ date }) => date) },
      sales: overview.body.sales.spans.slice(-2).map(({ from, orders, amount }) => [from, orders, amount]),
      zone: overview.body.zone,
      mails: mails.flatMap(({ subject, text }) => [
        subject,
        ...(text.match(/^(?!http).*\b20\d\d\b.*/gm) ?? []),
      ]),
    };
  } finally {
    await t.stop();
  }
}

describe('a sale late on the last evening of a month', () => {
  it('counts in that month in documents, files, emails and the overview, wherever the server is', async () => {
    const found = [];
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
      process.env.TZ = zone;
      expect(new Date(LATE).getDate()).toBe(zone === 'Pacific/Kiritimati' ? 1 : 30);
      found.push(await sellAtMonthsEnd());
    }
    const [one, other] = found;
    expect(one).toEqual(other);
    expect(one?.papers.map(({ number, date }) => [number, date])).toEqual([
      ['CN-000001', '2026-12-01'],
      ['INV-000002', '2026-12-01'],
      ['INV-000001', '2026-11-30'],
    ]);
    expect(one?.papers.at(-1)?.text).toContain('November 30, 2026');
    expect(one?.months).toEqual({
      november: ['INV-000001'],
      december: ['INV-000002', 'CN-000001'],
    });
    expect(one?.orders.name).toBe('orders-2026-12-01.csv');
    expect(one?.orders.rows).toEqual([
      { placedAt: '2026-11-30T23:53:00-05:00', paidAt: '2026-11-30T23:53:00-05:00' },
      { placedAt: '2026-12-01T00:02:00-05:00', paidAt: '2026-12-01T00:02:00-05:00' },
      { placedAt: '2026-12-01T00:02:00-05:00', paidAt: '' },
    ]);
    expect(one?.invoices.dates).toEqual(['2026-11-30', '2026-12-01', '2026-12-01']);
    expect(one?.zone).toBe('America/New_York');
    expect(one?.sales).toEqual([
      ['2026-11-30', 1, 25],
      ['2026-12-01', 1, 7.5],
    ]);
    expect(one?.mails).toContain('Paid on: November 30, 2026');
    expect(one?.mails).toContain('Paid on: December 1, 2026');
    expect(one?.mails.join('\n')).toContain('December 1, 2026 at 12:07 AM EST');
  });
});

describe('the time zone', () => {
  it('is the server’s first time zone until an admin chooses one, which is audited', async () => {
    const t = await startTestShop();
    try {
      const admin = await t.makeUser({ role: 'admin' });
      const zoneOf = async () => (await findDetails(t.shop.db)).time.zone;
      expect(await zoneOf()).toBe('UTC');
      await keepFirstTimeZone(t.shop.db, 'US/Pacific');
      await keepFirstTimeZone(t.shop.db, 'Europe/Berlin');
      expect(await zoneOf()).toBe('America/Los_Angeles');
      const chosen = expectStatus(await chooseZone(t, admin, 'europe/paris'), 200);
      expect([chosen.details.time, chosen.own]).toEqual([{ zone: 'Europe/Paris' }, ['region']]);
      expect(await zoneOf()).toBe('Europe/Paris');
      const settings = await t.call<{ shop: { timeZone: string } }>('GET', '/settings');
      expect(settings.body.shop.timeZone).toBe('Europe/Paris');
      const { token } = admin;
      const { body } = await t.call<Activity[]>('GET', '/activity?action=details_changed', { token });
      expect(body[0]?.details).toMatchObject({ sections: 'region' });
      expect(await t.call('PATCH', '/details', { token, body: { version: 2, time: null } })).toMatchObject({
        status: 200,
        body: { details: { time: { zone: 'America/Los_Angeles' } }, own: [] },
      });
      for (const zone of ['', 'Mars/Olympus', '+02:00', 'UTC; drop', 'x'.repeat(100)])
        expect(await chooseZone(t, admin, zone), zone).toMatchObject({
          status: 400,
          body: { error: { field: 'time.zone' } },
        });
    } finally {
      await t.stop();
    }
  });

  it('is UTC if the server’s time zone is unknown', async () => {
    const t = await startTestShop();
    try {
      await keepFirstTimeZone(t.shop.db, 'Etc/Unknown');
      expect((await findDetails(t.shop.db)).time.zone).toBe('UTC');
    } finally {
      await t.stop();
    }
  });
});
