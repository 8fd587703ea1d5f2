import type { ErrorReply } from '#contracts/app-error.ts';
import type { OpenInvoice } from '#features/payments/open-invoices/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { expectStatus, placeOrder } from './buying.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** The shop's bank account in these tests. */
export const bankDetails = {
  holder: 'Foundry Street Tools LLC',
  iban: 'DE02120300000000202051',
  account: '',
  routing: '',
  name: 'Foundry Bank',
  bic: 'BYLADEM1001',
  paymentDays: 14,
};

/** Sets the bank details for transfers, as an admin of the shop. */
export async function giveBankDetails(t: TestShop, bank: Partial<typeof bankDetails> = {}): Promise<void> {
  const { token } = await t.makeUser({ role: 'admin' });
  const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token });
  const change = { version: body.version, bank: { ...bankDetails, ...bank } };
  expectStatus(await t.call('PATCH', '/details', { token, body: change }), 200);
}

/** Invoices orders of a customer before payment. */
export const invoiceOrders = (
  t: Pick<TestShop, 'call'>,
  staff: Pick<TestUser, 'token'>,
  buyer: Pick<TestUser, 'email'>,
  orders: { _id: string }[],
  more: object = {},
): Promise<Reply<OpenInvoice & ErrorReply>> =>
  t.call('POST', `/customers/${buyer.email}/invoices`, {
    token: staff.token,
    body: { orderIds: orders.map(({ _id }) => _id), ...more },
  });

/** Withdraws an open invoice. */
export const withdrawInvoice = (
  t: Pick<TestShop, 'call'>,
  staff: Pick<TestUser, 'token'>,
  { _id }: { _id: string },
  reason = 'Ordered twice',
): Promise<Reply<{ creditNote: string } & ErrorReply>> =>
  t.call('POST', `/invoices/${_id}/withdraw`, { token: staff.token, body: { reason } });

/** Issues an invoice that awaits a transfer, for a new order of a buyer, in a shop with bank details. */
export async function issueOpenInvoice(t: TestShop, buyer: TestUser, units = 1): Promise<OpenInvoice> {
  await giveBankDetails(t);
  const order = await placeOrder(t, buyer, (await t.makeTool()).id, units);
  return expectStatus(await invoiceOrders(t, await t.makeUser({ role: 'staff' }), buyer, [order]), 201);
}
