/** @module-tag sweep */
import { getDocumentProxy } from 'unpdf';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '#features/addresses/contract.ts';
import type { Invoice } from '#features/invoices/invoice.ts';
import { invoiceOf } from '#features/invoices/store.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { confirmCard, expectStatus, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { chargesOf, deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { cancelOrder, refundOrder } from '#tests/support/refunding.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser({ name: 'Ada Joiner' }));

const parcel = deliveryMethod();
const counter = deliveryMethod({ name: 'Collect', kind: 'collect', price: 0 });
const [germany, france, netherlands] = [regionOf('DE'), regionOf('FR'), regionOf('NL')];
const rateIn = (region: { _id: string }, rate: number, exemptsBusinesses = false) => ({
  region: region._id,
  category: null,
  ...{ rate, exemptsBusinesses },
});

/** A German shop with a VAT ID that taxes sales at home, and in France only those to consumers. */
beforeAll(async () => {
  const { version, details } = expectStatus(
    await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token }),
    200,
  );
  const business = { ...details.business, vatNumber: 'DE136695976' };
  expectStatus(await t.call('PATCH', '/details', { token: admin.token, body: { version, business } }), 200);
});
beforeEach(async () => {
  const regions = [germany, france, netherlands];
  await setDelivery(t, admin, { shopCountry: 'DE', regions, methods: [parcel, counter] });
  const rates = [rateIn(germany, 19), rateIn(france, 20, true)];
  await setTax(t, admin, { rates, taxName: 'VAT', pricesIncludeTax: false });
});

const profile = (body: object) => t.call('PATCH', `/user/${ada.email}`, { token: ada.token, body });

const places = {
  FR: { country: 'FR', line1: '3 rue Cuvier', city: 'Lyon', postalCode: '69006' },
  DE: { country: 'DE', line1: 'Werkstraße 4', city: 'Köln', postalCode: '50667' },
  US: { country: 'US', line1: '12 Workshop Lane', city: 'Springfield', region: 'IL', postalCode: '62701' },
};

async function addAddress(country: keyof typeof places, company = 'Atelier SARL'): Promise<string> {
  const body = { name: 'Ada Joiner', company, phone: '', ...places[country] };
  return expectStatus(await t.call<Address>('POST', '/addresses', { token: ada.token, body }), 201)._id;
}

/** Starts paying for an order of 100.00 at the charges that its buyer was shown, does `meanwhile`, and
 * pays. */
async function pay(
  body: { addressId?: string; billingAddressId?: string; deliveryMethodId?: string },
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  const order = await placeOrder(t, ada, (await t.makeTool({ priceCents: 5000 })).id, 2);
  const orderIds = [order._id];
  const { billingAddressId: _, ...chosen } = body;
  const { total: price } = await chargesOf(t, ada, { orderIds, ...chosen });
  const intent = expectStatus(
    await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
      token: ada.token,
      body: { orderIds, price, ...body },
    }),
    200,
  );
  await meanwhile();
  expectStatus(await confirmCard(t, intent), 200);
  return expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
}

/** The saved invoice and credit notes of an order, the invoice first. */
async function invoicesOf({ number }: { number: string }): Promise<[Invoice, ...Invoice[]]> {
  const rows = await t.shop.db.selectFrom('invoices').selectAll().orderBy('id').execute();
  const [invoice, ...notes] = rows
    .filter((row) => row.order_numbers.includes(number))
    .map((row) => invoiceOf({ ...row, document: row.document }));
  if (!invoice) throw new Error(`${number} has no invoice`);
  return [invoice, ...notes];
}

const xmlOf = async (orderId: string) => {
  const response = await fetch(new URL(`/orders/${orderId}/invoice.pdf`, t.url), {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return Buffer.from((await pdf.getAttachmentContent('factur-x.xml')) ?? []).toString();
};

const taxesOf = ({ taxes }: Invoice) => taxes.map(({ category, ratePpm }) => [category, ratePpm]);

describe('the invoice of a business in another member state', () => {
  it('has what was frozen when the payment started, despite later changes of profile, book and rules', async () => {
    await profile({ vatNumber: 'FR83404833048', company: '' });
    const addressId = await addAddress('FR');
    const order = await pay({ addressId }, async () => {
      await profile({ vatNumber: '', company: 'Somebody else' });
      expectStatus(await t.call('DELETE', `/addresses/${addressId}`, { token: ada.token }), 200);
      await setTax(t, admin, { rates: [rateIn(germany, 19)], taxName: 'GST' });
      await setDelivery(t, admin, { shopCountry: 'NL' });
    });
    const [invoice] = await invoicesOf(order);
    expect(invoice).toMatchObject({
      ...{ taxName: 'VAT', deliverToCountry: 'FR', netCents: 10_500, taxCents: 0 },
      seller: { country: 'DE' },
      buyer: { name: 'Atelier SARL', country: 'FR', vatNumber: 'FR83404833048' },
      lines: [{ category: 'K', taxRatePpm: 0 }],
      delivery: { category: 'K', netCents: 500 },
    });
    const xml = await xmlOf(order._id);
    for (const part of [
      '<ram:ExemptionReasonCode>VATEX-EU-IC<',
      '<ram:ID schemeID="VA">FR83404833048<',
      '<ram:CityName>Lyon<',
      '<ram:PostcodeCode>69006<',
    ])
      expect(xml).toContain(part);
  });

  it('is a supply to the country of delivery, whichever country is billed', async () => {
    await profile({ vatNumber: 'FR83404833048' });
    const [addressId, billingAddressId] = [await addAddress('FR'), await addAddress('DE')];
    const order = await pay({ addressId, billingAddressId });
    const [invoice] = await invoicesOf(order);
    expect(taxesOf(invoice)).toEqual([['K', 0]]);
    expect(invoice.buyer.country).toBe('DE');
    const [, shipTo] =
      /<ram:ShipToTradeParty>(.*)<\/ram:ShipToTradeParty>/.exec(await xmlOf(order._id)) ?? [];
    expect(shipTo).toContain('<ram:CountryID>FR<');
  });

  it('has the home country’s tax for collected goods, and names no place of delivery', async () => {
    await profile({ vatNumber: 'FR83404833048' });
    const order = await pay({ addressId: await addAddress('FR'), deliveryMethodId: counter._id });
    const [invoice] = await invoicesOf(order);
    expect(invoice).toMatchObject({
      deliverTo: null,
      deliverToCountry: null,
      taxCents: 1900,
      delivery: null,
    });
    expect(taxesOf(invoice)).toEqual([['S', 190_000]]);
    expect(await xmlOf(order._id)).not.toContain('ShipToTradeParty');
  });

  it('is the same for a payment that staff took by hand', async () => {
    await profile({ vatNumber: 'FR83404833048', company: 'Atelier SARL' });
    await addAddress('FR');
    const book = await t.call<Address[]>('GET', '/addresses', { token: ada.token });
    const { id } = await t.makeTool({ priceCents: 5000 });
    const body = { toolId: id, minQuantity: 1, phone: '+1 555 0100', address: book.body[0]?.text };
    const placed = await t.call<{ _id: string; number: string }>('POST', '/orders', {
      token: ada.token,
      body,
    });
    const marked = await t.call('POST', `/customers/${ada.email}/mark-paid`, {
      token: staff.token,
      body: { orderIds: [placed.body._id], method: 'transfer' },
    });
    expectStatus(marked, 200);
    const [invoice] = await invoicesOf(placed.body);
    expect(invoice).toMatchObject({
      buyer: { vatNumber: 'FR83404833048', name: 'Atelier SARL' },
      lines: [{ category: 'K' }],
    });
  });
});

describe('an invoice without tax for another reason', () => {
  it('is zero-rated in a country without rates, whatever VAT number the buyer has', async () => {
    await setTax(t, admin, { rates: [rateIn(germany, 19)] });
    await profile({ vatNumber: 'FR83404833048' });
    const [invoice] = await invoicesOf(await pay({ addressId: await addAddress('FR') }));
    expect(taxesOf(invoice)).toEqual([['Z', 0]]);
  });

  it('is an export if the goods leave the Union', async () => {
    const [invoice] = await invoicesOf(await pay({ addressId: await addAddress('US') }));
    expect(taxesOf(invoice)).toEqual([['G', 0]]);
  });
});

describe('a credit note', () => {
  it('has the invoice’s category for each line, and splits each amount into net and tax', async () => {
    const order = await pay({ addressId: await addAddress('DE') });
    expectStatus(await refundOrder(t, staff, order._id, { amount: 10 }), 201);
    expectStatus(await refundOrder(t, staff, order._id, { quantity: 1 }), 201);
    expectStatus(await cancelOrder(t, ada, order._id), 200);
    const [invoice, ...notes] = await invoicesOf(order);
    expect(invoice).toMatchObject({ netCents: 10_500, taxCents: 1995 });
    expect(
      notes.map(({ lines, delivery }) => [lines[0]?.netCents, lines[0]?.taxCents, delivery?.taxCents]),
    ).toEqual([
      [840, 160, undefined],
      [5000, 950, undefined],
      [4160, 790, 95],
    ]);
    for (const note of notes) expect(taxesOf(note)).toEqual([['S', 190_000]]);
    const sum = (amount: (paper: Invoice) => number) =>
      notes.reduce((total, note) => total + amount(note), 0);
    expect([sum((note) => note.netCents), sum((note) => note.taxCents)]).toEqual([10_500, 1995]);
  });
});
