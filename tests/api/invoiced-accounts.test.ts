/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Address } from '#features/addresses/contract.ts';
import type { ListedInvoice } from '#features/invoices/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { buy, confirmCard, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const buyHammer = async (buyer: TestUser) => buy(t, buyer, (await t.makeTool()).id, 2);

const list = async () => (await t.call<ListedInvoice[]>('GET', '/invoices', { token: staff.token })).body;

async function take(path: string, { token }: TestUser) {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const textOf = async (pdf: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;

describe('an invoice to a saved address', () => {
  it('names the person at the address, while the buyer’s account pays', async () => {
    const cy = await t.makeUser({ name: 'Cy Fuller' });
    const body = usAddress({ name: 'Jo Mason', company: 'Mason & Sons' });
    const address = await t.call<Address>('POST', '/addresses', { token: cy.token, body });
    const order = await placeOrder(t, cy, (await t.makeTool()).id);
    const intent = await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
      token: cy.token,
      body: { orderId: order._id, price: order.price, addressId: address.body._id },
    });
    await confirmCard(t, intent.body);
    await reportPaid(t, cy, order._id, intent.body.paymentIntentId);
    expect((await list())[0]).toMatchObject({ buyer: 'Mason & Sons', email: cy.email });
    const text = await textOf((await take(`/orders/${order._id}/invoice.pdf`, cy)).bytes);
    expect(text).toMatch(/Mason & Sons\s+Jo Mason\s+12 Workshop Lane/);
    expect(text).not.toContain('Cy Fuller');
  });
});

describe('an invoice of a cleared account', () => {
  it('stays as issued for staff and in the accountant’s file, while lists show the current account', async () => {
    const eve = await t.makeUser({ name: 'Eve Turner' });
    const order = await buyHammer(eve);
    const [before] = await list();
    const issued = await take(`/invoices/${before?._id}.pdf`, staff);
    expect(await textOf(issued.bytes)).toContain('Eve Turner');
    const email = `deleted-${randomUUID()}@invalid.example`;
    await t.asOwner(
      `update users set display_name = 'Deleted account', email = '${email}' where email = '${eve.email}'`,
    );
    await t.asOwner(
      `update orders set user_name = 'Deleted account', email = '${email}', address = '-', phone = '-' where id = '${order._id}'`,
    );
    expect((await list())[0]).toMatchObject({ _id: before?._id, buyer: 'Deleted account', email });
    const csv = (await take(`/exports/invoices.csv?q=${order.number}`, staff)).bytes.toString();
    expect(csv).toContain(`Eve Turner,${eve.email}`);
    expect(csv).not.toContain('Deleted account');
    expect((await take(`/invoices/${before?._id}.pdf`, staff)).bytes.equals(issued.bytes)).toBe(true);
  });

  it('is available to no other account, and keeps its own from being deleted', async () => {
    const eve = await t.makeUser();
    const order = await buyHammer(eve);
    await expect(t.asOwner(`delete from users where email = '${eve.email}'`)).rejects.toThrow(/foreign key/);
    expect((await take(`/orders/${order._id}/invoice.pdf`, bob)).status).toBe(404);
    const [paper] = await list();
    await expect(t.asOwner(`update invoices set document = '{}' where id = '${paper?._id}'`)).rejects.toThrow(
      'never changed',
    );
  });
});
