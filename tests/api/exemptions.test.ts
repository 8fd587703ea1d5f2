import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import { addDays } from '#contracts/time-zone.ts';
import { warnOfExpiry } from '#features/exemptions/change-exemptions.ts';
import type { Exemption } from '#features/exemptions/contract.ts';
import { MAX_CERTIFICATES } from '#features/exemptions/rules.ts';
import type { Invoice } from '#features/invoices/invoice.ts';
import { invoiceOf } from '#features/invoices/store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { confirmCard, expectStatus, reportPaid } from '#tests/support/buying.ts';
import {
  chargesOf,
  deliveryMethod,
  forgetRules,
  regionOf,
  setDelivery,
  setTax,
} from '#tests/support/charges.ts';
import {
  certificateFacts,
  certificateForm,
  makeCertificate,
  smallPdf,
  uploadCertificate,
} from '#tests/support/exemptions.ts';
import { cancelOrder } from '#tests/support/refunding.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

// Decision 132: buyers who pay no sales tax.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

afterEach(() => forgetRules(t, admin));

const today = () => todayOf(t.shop);
const check = (id: string, body: object, token = staff.token) =>
  t.call<ErrorReply>('PATCH', `/exemption-certificates/${id}`, { token, body });
const list = (query = '', token = ada.token) =>
  t.call<Exemption[] & ErrorReply>('GET', `/exemption-certificates${query}`, { token });
const remove = (id: string, token = ada.token) =>
  t.call<ErrorReply>('DELETE', `/exemption-certificates/${id}`, { token });
const file = (id: string, token?: string) =>
  fetch(`${t.url}/exemption-certificates/${id}/file`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
const upload = (facts: object = {}, more: object = {}) =>
  uploadCertificate(t, ada, certificateForm({ ...certificateFacts, ...facts }, more));
const subjects = async () => (await mailsTo(t, ada.email)).map(({ subject }) => subject);

/** An approved certificate for Ohio. */
async function approved(facts: object = {}): Promise<string> {
  const { _id } = expectStatus(await upload({ states: 'OH', ...facts }), 201);
  expectStatus(await check(_id, { state: 'approved' }), 200);
  return _id;
}

/** Taxes the United States at 8.25 %, with 5.00 for a parcel. */
async function taxAtHome(methods = [deliveryMethod()]): Promise<void> {
  const usa = regionOf('US');
  await setDelivery(t, admin, { shopCountry: 'US', regions: [usa], methods });
  const rates = [{ region: usa._id, category: null, rate: 8.25, exemptsBusinesses: false }];
  await setTax(t, admin, { taxName: 'Sales tax', rates });
}

/** An order of two units for 20.00 to a place. */
async function orderTo(address: string): Promise<string> {
  const { id } = await t.makeTool({ priceCents: 1000, onHand: 9 });
  const body = { toolId: id, minQuantity: 2, phone: '+1 555 0100', address };
  return expectStatus(await t.call<{ _id: string }>('POST', '/orders', { token: ada.token, body }), 201)._id;
}
const OHIO = '1 Workshop Lane, Springfield, OH 45502';
const TEXAS = '1 Workshop Lane, Austin, TX 78701';

const start = (orderId: string, price: number) =>
  t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', {
    token: ada.token,
    body: { orderIds: [orderId], price },
  });

const documents = async (orderId: string): Promise<Invoice[]> => {
  const rows = await t.shop.db
    .selectFrom('invoices')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'invoices.payment_id')
    .selectAll('invoices')
    .where('order_id', '=', orderId)
    .orderBy('invoices.id')
    .execute();
  return rows.map(invoiceOf);
};

describe('a certificate', () => {
  test('is uploaded by its owner, checked by staff, and told about', async () => {
    const before = await list('/pending', staff.token);
    const added = expectStatus(
      await upload({ states: 'ny; oh,US-NY', expiresOn: addDays(await today(), 90) }),
      201,
    );
    expect(added).toMatchObject({
      ...{ email: ada.email, kind: 'resale', number: '12-345678', states: ['US-NY', 'US-OH'] },
      ...{ state: 'pending', isValid: false, mediaType: 'application/pdf', sizeBytes: smallPdf.length },
    });
    expect(expectStatus(await list(), 200)).toEqual([added]);
    expect(await list('/pending', staff.token)).toMatchObject({ body: [...before.body, added] });
    const { exemptions } = (await t.call<{ exemptions: number }>('GET', '/waiting', { token: staff.token }))
      .body;
    expect(exemptions).toBe(before.body.length + 1);

    expectStatus(await check(added._id, { state: 'approved' }), 200);
    expect((await check(added._id, { state: 'approved' })).body).toEqual({ modifiedCount: 0 });
    expect(expectStatus(await list(), 200)).toMatchObject([{ state: 'approved', isValid: true }]);
    expect(await subjects()).toContain('Your tax exemption certificate is approved');
    expectStatus(await check(added._id, { state: 'refused', reason: 'Another company' }), 200);
    const [mail] = (await mailsTo(t, ada.email)).filter(({ subject }) => subject.includes('accepted'));
    expect(mail?.text).toContain('Another company');
    const actions = await t.asOwner(
      `select action from audit_events where details->>'certificateId' = '${added._id}' order by id`,
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'exemption_added',
      'exemption_approved',
      'exemption_refused',
    ]);
  });

  test('is private: its owner and staff alone download it, and nothing keeps it', async () => {
    const { _id } = expectStatus(await upload(), 201);
    const other = await t.makeUser();
    expect((await file(_id)).status).toBe(401);
    for (const token of [other.token]) expect((await file(_id, token)).status).toBe(404);
    for (const token of [ada.token, staff.token]) {
      const reply = await file(_id, token);
      expect([reply.status, Buffer.from(await reply.arrayBuffer()).equals(smallPdf)]).toEqual([200, true]);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('content-disposition')).toBe('attachment; filename="certificate.pdf"');
      expect(reply.headers.get('content-security-policy')).toContain('sandbox');
    }
    const whose = `?email=${encodeURIComponent(ada.email)}`;
    expect((await list(whose, other.token)).status).toBe(403);
    expect((await uploadCertificate(t, other, certificateForm(), ada.email)).status).toBe(403);
    expect(expectStatus(await list(whose, staff.token), 200)).toHaveLength(1);
    expect((await list('?email=nobody@nowhere.example', staff.token)).status).toBe(404);
    expect((await list('/pending', ada.token)).status).toBe(403);
    expect((await check(_id, { state: 'approved' }, ada.token)).status).toBe(403);
    expect((await remove(_id, other.token)).status).toBe(404);
  });

  test('can be uploaded by staff for a customer, and is never approved by its owner', async () => {
    const added = expectStatus(await uploadCertificate(t, staff, certificateForm(), ada.email), 201);
    expect(added).toMatchObject({ email: ada.email, state: 'pending' });
    const own = await makeCertificate(t, staff);
    expect((await check(own, { state: 'approved' })).body.error?.code).toBe('own_account');
    expect((await list('', staff.token)).body).toMatchObject([{ state: 'pending' }]);
  });

  test('is deleted by its owner unless it is approved', async () => {
    const { _id } = expectStatus(await upload(), 201);
    expect((await remove(_id)).body).toEqual({ deletedCount: 1 });
    expect((await remove(_id)).status).toBe(404);
    expect((await file(_id, ada.token)).status).toBe(404);
    const kept = await approved();
    expect((await remove(kept)).status).toBe(409);
    expect(await t.asOwner(`select from exemption_files where certificate_id = '${kept}'`)).toHaveLength(1);
  });

  test.each([
    ['kind', { kind: 'gift' }, 'kind'],
    ['number', { number: ' ' }, 'number'],
    ['state', { states: 'Ohio' }, 'states'],
    ['states at all', { states: '' }, 'states'],
    ['date', { expiresOn: '2026-02-31' }, 'expiresOn'],
    ['date that is still to come', { expiresOn: '2020-01-01' }, 'expiresOn'],
  ])('needs a %s', async (_, facts, field) => {
    expect(await upload(facts)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(expectStatus(await list(), 200)).toEqual([]);
  });

  test('is a whole PDF or picture of at most 5 MB, as announced', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } });
    const [jpeg, avif] = [await picture.jpeg().toBuffer(), await picture.avif().toBuffer()];
    expect(await upload({}, { bytes: jpeg, type: 'image/jpeg' })).toMatchObject({
      ...{ status: 201, body: { mediaType: 'image/jpeg' } },
    });
    const refused: [number, object][] = [
      [415, { bytes: avif, type: 'image/avif' }],
      [415, { bytes: Buffer.from('<html>'), type: 'application/pdf' }],
      [415, { type: 'image/png' }],
      [400, { bytes: smallPdf.subarray(0, 20) }],
      [400, { bytes: jpeg.subarray(0, -9), type: 'image/jpeg' }],
      [400, { bytes: Buffer.alloc(0) }],
      [400, { field: 'file' }],
      [413, { bytes: Buffer.concat([smallPdf, Buffer.alloc(requestLimits.certificateBytes)]) }],
    ];
    for (const [status, more] of refused) expect((await upload({}, more)).status).toBe(status);
    expect((await t.call('POST', '/exemption-certificates', { token: ada.token, body: {} })).status).toBe(
      415,
    );
    expect(expectStatus(await list(), 200)).toHaveLength(1);
  });

  test('comes in a limited number, also at once', async () => {
    for (let count = 2; count < MAX_CERTIFICATES; count++) await makeCertificate(t, ada);
    const replies = await Promise.all([upload(), upload(), upload(), upload()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(expectStatus(await list(), 200)).toHaveLength(MAX_CERTIFICATES);
  });

  test('is refused with a reason, and only where there is one', async () => {
    const { _id } = expectStatus(await upload(), 201);
    expect((await check(_id, { state: 'refused' })).body.error).toMatchObject({ field: 'reason' });
    expect((await check(_id, { state: 'pending' })).body.error).toMatchObject({ field: 'state' });
    expect((await check(randomUUID(), { state: 'approved' })).status).toBe(404);
    expect(expectStatus(await list(), 200)).toMatchObject([{ state: 'pending' }]);
  });

  test('is warned about once, 30 days before it expires', async () => {
    const day = await today();
    await approved({ expiresOn: addDays(day, 30) });
    await approved({ expiresOn: addDays(day, 31), number: 'later' });
    await approved({ number: 'never' });
    await warnOfExpiry(t.shop);
    await warnOfExpiry(t.shop);
    const warned = (await subjects()).filter((subject) => subject.includes('about to expire'));
    expect(warned).toHaveLength(1);
  });
});

describe('an order to a state of an approved certificate', () => {
  test('has no sales tax, and its papers and the accountant’s file say why', async () => {
    await taxAtHome();
    await approved();
    const orderId = await orderTo(OHIO);
    const charges = await chargesOf(t, ada, { orderIds: [orderId] });
    expect(charges).toMatchObject({ tax: 0, total: 25, exemption: 'resale certificate 12-345678' });
    const intent = expectStatus(await start(orderId, 25), 200);
    await confirmCard(t, intent);
    await reportPaid(t, ada, orderId, intent.paymentIntentId);
    const bill = await t.call('GET', `/payments/${intent.paymentIntentId}/bill`, { token: ada.token });
    expect(bill.body).toMatchObject({ tax: 0, total: 25, exemption: 'resale certificate 12-345678' });
    expectStatus(await cancelOrder(t, ada, orderId), 200);
    const papers = await documents(orderId);
    expect(
      papers.map(({ kind, exemption, taxCents, totalCents }) => [kind, exemption, taxCents, totalCents]),
    ).toEqual([
      ['invoice', 'resale certificate 12-345678', 0, 2500],
      ['credit_note', 'resale certificate 12-345678', 0, 2500],
    ]);
    const csv = await t.call<string>('GET', '/exports/invoices.csv', { token: staff.token });
    expect(csv.body.split('\n').filter((line) => line.includes('resale certificate 12-345678'))).toHaveLength(
      2,
    );
  });

  test('is taxed elsewhere, before approval, after a refusal, and once it has expired', async () => {
    await taxAtHome();
    const taxed = { tax: 2.06, total: 27.06, exemption: null };
    const [home, elsewhere] = [await orderTo(OHIO), await orderTo(TEXAS)];
    const { _id } = expectStatus(await upload({ states: 'OH' }), 201);
    const ofHome = () => chargesOf(t, ada, { orderIds: [home] });
    expect(await ofHome()).toMatchObject(taxed);
    expectStatus(await check(_id, { state: 'approved' }), 200);
    expect(await ofHome()).toMatchObject({ tax: 0, total: 25 });
    expect(await chargesOf(t, ada, { orderIds: [elsewhere] })).toMatchObject(taxed);
    await t.asOwner(
      `update exemption_certificates set expires_on = '${addDays(await today(), -1)}' where id = '${_id}'`,
    );
    expect(await ofHome()).toMatchObject(taxed);
    expect(expectStatus(await list(), 200)).toMatchObject([{ isValid: false, isExpired: true }]);
    await t.asOwner(`update exemption_certificates set expires_on = '${await today()}' where id = '${_id}'`);
    expect(await ofHome()).toMatchObject({ tax: 0 });
    expectStatus(await check(_id, { state: 'refused', reason: 'Another company' }), 200);
    expect(await ofHome()).toMatchObject(taxed);
    const stranger = await t.makeUser();
    expect((await list('', stranger.token)).body).toEqual([]);
  });

  test('that is picked up at the shop needs one for the shop’s state', async () => {
    const pickUp = deliveryMethod({ name: 'Pick up', kind: 'collect', price: 0 });
    await taxAtHome([pickUp]);
    await approved();
    const orderId = await orderTo(OHIO);
    expect(await chargesOf(t, ada, { orderIds: [orderId] })).toMatchObject({ tax: 1.65, exemption: null });
  });

  test('is not paid for together with one to a state without a certificate, which is taxed', async () => {
    await taxAtHome();
    await approved();
    const [home, elsewhere] = [await orderTo(OHIO), await orderTo(TEXAS)];
    for (const orderIds of [
      [home, elsewhere],
      [elsewhere, home],
    ])
      expect(await chargesOf(t, ada, { orderIds })).toMatchObject({ undeliverable: 'several_places' });
    expect(await chargesOf(t, ada, { orderIds: [home, await orderTo(OHIO)] })).toMatchObject({
      ...{ tax: 0, undeliverable: null },
    });
  });

  test('keeps the tax that its payment began with', async () => {
    await taxAtHome();
    const id = await approved();
    const orderId = await orderTo(OHIO);
    const intent = expectStatus(await start(orderId, 25), 200);
    expectStatus(await check(id, { state: 'refused', reason: 'Another company' }), 200);
    await confirmCard(t, intent);
    expect((await reportPaid(t, ada, orderId, intent.paymentIntentId)).status).toBe(200);
    expect(await documents(orderId)).toMatchObject([
      { taxCents: 0, exemption: 'resale certificate 12-345678' },
    ]);
    const next = await orderTo(OHIO);
    expect((await start(next, 25)).body.error?.code).toBe('price_changed');
  });

  test('is taxed or not, whole, when its certificate is refused at that moment', async () => {
    await taxAtHome();
    for (let round = 0; round < 5; round++) {
      const id = await approved({ number: `R-${round}` });
      const orderId = await orderTo(OHIO);
      const [begun] = await Promise.all([
        start(orderId, 25),
        check(id, { state: 'refused', reason: 'Another company' }),
      ]);
      const [payment] = await t.shop.db
        .selectFrom('payments')
        .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
        .select(['amount_cents', 'payments.tax_cents', 'exemption_id', 'payment_orders.exempt'])
        .where('order_id', '=', orderId)
        .execute();
      if (begun.status === 200)
        expect(payment).toEqual({ amount_cents: 2500, tax_cents: 0, exemption_id: id, exempt: true });
      else {
        expect(begun.body.error?.code).toBe('price_changed');
        expect(payment).toBeUndefined();
      }
      expect((await start(orderId, 27.06)).status).toBe(200);
    }
  });
});

describe('erasing an account', () => {
  test('deletes its certificates, unless a payment names them: the books need those', async () => {
    await taxAtHome();
    const used = await approved();
    const unused = expectStatus(await upload({ number: 'unused' }), 201)._id;
    const orderId = await orderTo(OHIO);
    const intent = expectStatus(await start(orderId, 25), 200);
    await confirmCard(t, intent);
    await reportPaid(t, ada, orderId, intent.paymentIntentId);
    expectStatus(await t.call('PUT', `/manageorders/${orderId}`, { token: staff.token }), 200);
    t.clock.advance(UNDO_SHIP_MS);
    await t.runJobs();
    expectStatus(await check(used, { state: 'refused', reason: `Not of ${ada.email}` }), 200);
    expectStatus(await t.call('DELETE', `/user/${ada.email}`, { token: admin.token }), 200);
    expect((await file(unused, staff.token)).status).toBe(404);
    expect((await file(used, staff.token)).status).toBe(200);
    const [kept] = await t.asOwner(`select reason from exemption_certificates where id = '${used}'`);
    expect(kept?.reason).not.toContain(ada.email);
  });
});
