import { accessTokenOf, callIdentity, signIn, signUp } from './accounts.ts';
import { usAddress } from './addresses.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  endPayment,
  expectStatus,
  type placeOrder,
  reportPaid,
} from './buying.ts';
import { UNDO_MS } from './parcels.ts';
import { ask, makeAccepted, offer } from './quotes.ts';
import { askReturn, changeReturn, labelForm, lineOf, pictureForm, sendReturnFile } from './returning.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** A signed-up person with a verified address and a password. */
export async function makeVerifiedPerson(
  t: TestShop,
  person: { email?: string; name?: string } = {},
): Promise<TestUser> {
  const account = await signUp(t, person);
  await t.shop.db
    .updateTable('identity.user')
    .set({ emailVerified: true })
    .where('email', '=', account.email)
    .execute();
  const token = await accessTokenOf(t, account);
  const { id: userId } = await t.shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', account.email)
    .executeTakeFirstOrThrow();
  return { ...account, userId, token };
}

/** Ships an order of one unit, and waits until its parcel can't be undone. */
export async function shipWhole(t: TestShop, orderId: string): Promise<void> {
  const body = { orders: [{ orderId, quantity: 1 }], trackingNumber: `TRACK-${orderId}` };
  // A token of now: the clock of a test may run ahead.
  const { token } = await t.makeUser({ role: 'staff' });
  expectStatus(await t.call('POST', '/parcels', { token, body }), 201);
  t.clock.advance(UNDO_MS);
  await t.runJobs();
}

/** A return that is over, and an open one, with a picture, a label, and words about the person. */
async function leaveReturn(
  t: TestShop,
  { person, staff }: { person: TestUser; staff: TestUser },
  orderId: string,
): Promise<void> {
  const { name } = person;
  const ask = async () =>
    expectStatus(await askReturn(t, person, [lineOf({ _id: orderId })], { note: `From ${name}` }), 201)._id;
  const refused = await ask();
  expectStatus(await sendReturnFile(t, person, `/returns/${refused}/pictures`, await pictureForm()), 201);
  expectStatus(await changeReturn(t, staff, refused, { state: 'refused', reason: `Dear ${name}` }), 200);
  const open = await ask();
  expectStatus(
    await sendReturnFile(t, staff, `/returns/${open}/label`, labelForm(`%PDF-1.7 ${name} %%EOF`)),
    200,
  );
  const labelUrl = `https://labels.example/${encodeURIComponent(name)}`;
  const answer = { state: 'approved', address: `For ${name}`, labelUrl };
  expectStatus(await changeReturn(t, staff, open, answer), 200);
}

/** Everything that a person can leave in the shop. */
export async function leaveTraces(
  t: TestShop,
  person: TestUser,
  { toolId, street, phone }: { toolId: string; street: string; phone: string },
): Promise<void> {
  const { email, name, token } = person;
  const staff = await t.makeUser({ role: 'staff' });
  const call = async (status: number, method: string, path: string, body: unknown, by = token) =>
    expectStatus(
      await t.call<{ _id: string; insertedId: string }>(method, path, { token: by, body }),
      status,
    );
  const profile = {
    email,
    phone,
    city: street,
    company: `${name} Ltd`,
    linkedin: `https://linkedin.com/in/${email}`,
  };
  await call(200, 'PATCH', `/user/${email}`, profile);
  const entry = usAddress({ name, line1: street, phone });
  const { _id: addressId } = await call(201, 'POST', '/addresses', entry);
  await call(201, 'POST', '/lists', { name: `For ${name}`, lines: [{ toolId, quantity: 1 }] });
  await call(200, 'PUT', `/tool/${(await t.makeTool({ onHand: 0 })).id}/restock-notice`, {});
  const place = async () => {
    const body = {
      toolId,
      minQuantity: 1,
      phone,
      address: `${name}\n${street}`,
      buyerNote: `Ring ${name}`,
      purchaseOrderNumber: email,
    };
    return expectStatus(
      await t.call<Awaited<ReturnType<typeof placeOrder>>>('POST', '/orders', { token, body }),
      201,
    );
  };
  const bought = await place();
  const paying = { price: bought.price, orderId: bought._id, addressId };
  const intent = expectStatus(
    await t.call<Awaited<ReturnType<typeof beginPayment>>>('POST', '/create-payment-intent', {
      token,
      body: paying,
    }),
    200,
  );
  expectStatus(await confirmCard(t, intent), 200);
  expectStatus(await reportPaid(t, person, bought._id, intent.paymentIntentId), 200);
  await shipWhole(t, bought._id);
  const unpaid = await place();
  await beginPayment(t, person, unpaid);
  await endPayment(t, person, unpaid);
  const asked = expectStatus(await ask(t, person, [await place()], { note: `From ${name}` }), 201);
  expectStatus(await offer(t, staff, asked, { message: `Dear ${name}` }), 200);
  await makeAccepted(t, { buyer: person, staff }, [await place()], { message: `Dear ${name}` });
  const cancelled = await buy(t, person, toolId);
  await call(200, 'POST', `/orders/${cancelled._id}/cancel`, {});
  const reason = `${name} rang`;
  const refunded = await buy(t, person, toolId);
  await call(201, 'POST', `/orders/${refunded._id}/refunds`, { amount: 0.01, reason }, staff.token);
  await t.runJobs();
  await shipWhole(t, refunded._id);
  await leaveReturn(t, { person, staff }, bought._id);
  const cancelledByStaff = await buy(t, person, toolId);
  await call(200, 'POST', `/orders/${cancelledByStaff._id}/cancel`, { reason }, staff.token);
  await call(200, 'POST', '/review', { rate: 2, reviews: 'A dull edge.', toolId });
  const { insertedId } = await call(200, 'POST', '/contact', {
    name,
    email,
    phone,
    message: `I am ${name}`,
  });
  await call(200, 'POST', `/contact/${insertedId}/answer`, { text: `Dear ${name}` }, staff.token);
  await t.call('POST', `/customers/${email}/notes`, {
    token: staff.token,
    body: { note: `${name} rang` },
    headers: { referer: `${t.url}/dashboard/users/${encodeURIComponent(email)}` },
  });
  await call(200, 'POST', `/orders/${bought._id}/notes`, { note: `${name} rang` }, staff.token);
  const byPhone = { toolId, minQuantity: 1, phone, address: street };
  await call(201, 'POST', `/customers/${email}/orders`, byPhone, staff.token);
  await signIn(t, email, 'a wrong guess');
  await callIdentity(t, '/request-password-reset', { email });
  await t.runJobs();
  // Left in the queue: what is sent while the account is erased.
  await callIdentity(t, '/request-password-reset', { email });
}
