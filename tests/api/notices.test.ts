import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { holdUnits, moveStock, releaseUnits } from '#features/catalogue/stock-store.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { settleProviderDispute } from '#features/refunds/disputes/settle-dispute.ts';
import { refundEmails } from '#features/refunds/emails.ts';
import { findLowTools } from '#features/search/managed-tools.ts';
import { type Notice, noticeSchema, staffNotices } from '#features/users/notices/contract.ts';
import { notifyStaff, tellStaff } from '#features/users/notices/notify-staff.ts';
import { GIVEN_UP } from '#platform/jobs/jobs.ts';
import { buy, expectStatus, placeOrder } from '#tests/support/buying.ts';
import { forgetJobs, jobsOf, outboxOf } from '#tests/support/outbox.ts';
import { ask } from '#tests/support/quotes.ts';
import { askReturn, buyShipped, lineOf } from '#tests/support/returning.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { makeFamily } from '#tests/support/sizes.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_CONTACT_EMAIL: 'desk@shop.example' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));

beforeEach(async () => {
  await t.runJobs();
  await t.shop.db.deleteFrom('mailbox.messages').execute();
  await t.shop.db.updateTable('users').set({ muted_notices: [] }).execute();
});

const turn = (user: TestUser, notice: string, isOn: unknown) =>
  t.call<{ modifiedCount: number } & ErrorReply>('PUT', `/notices/${notice}`, {
    token: user.token,
    body: { isOn },
  });

const read = async (user: TestUser) =>
  (await t.call<Notice[]>('GET', '/notices', { token: user.token })).body;

/** The recipients of an email with this in its subject, sorted, and its texts. */
async function reached(subject: string) {
  await t.runJobs();
  const mails = await t.shop.db.selectFrom('mailbox.messages').selectAll().orderBy('recipient').execute();
  return mails.filter((mail) => mail.subject.includes(subject));
}
const recipients = async (subject: string) => (await reached(subject)).map(({ recipient }) => recipient);
const both = () => [admin.email, staff.email].sort();

const move = (toolId: string, kind: string, quantity: number) =>
  t.call('POST', `/tool/${toolId}/stock`, {
    token: admin.token,
    body: { kind, quantity, ...(kind === 'adjusted' && { reason: 'Counted' }) },
  });

describe('the notice settings', () => {
  it('are all on by default, and each is turned off per person', async () => {
    const all = await read(staff);
    expect(z.array(z.strictObject(noticeSchema.shape)).parse(all)).toEqual(
      staffNotices.map((notice) => ({ notice, isOn: true })),
    );
    expect((await turn(staff, 'sale', false)).body).toEqual({ modifiedCount: 1 });
    expect((await turn(staff, 'sale', false)).body).toEqual({ modifiedCount: 0 });
    expect((await read(staff)).filter(({ isOn }) => !isOn)).toEqual([{ notice: 'sale', isOn: false }]);
    expect((await read(admin)).every(({ isOn }) => isOn)).toBe(true);
    expect((await turn(staff, 'sale', true)).body).toEqual({ modifiedCount: 1 });
    expect((await read(staff)).every(({ isOn }) => isOn)).toBe(true);
    const audited = await t.shop.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'notice_switched')
      .where('user_id', '=', staff.userId)
      .orderBy('id')
      .execute();
    expect(audited.map(({ details }) => details)).toEqual([
      { notice: 'sale', isOn: false },
      { notice: 'sale', isOn: true },
    ]);
  });

  it('refuse an unknown notice', async () => {
    expect((await turn(staff, 'weather', false)).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'notice',
    });
    expect((await turn(staff, 'sale', 'no')).body.error).toMatchObject({
      code: 'invalid_input',
      field: 'isOn',
      message: 'isOn must be true or false',
    });
    expect((await read(staff)).every(({ isOn }) => isOn)).toBe(true);
  });
});

describe('an email to staff', () => {
  const visitor = { name: 'Ines Roofer', email: 'ines@example.com', phone: '+1 555 0100' };
  /** Triggers each; returns what its subject contains. */
  const happenings: Record<(typeof staffNotices)[number], () => Promise<string>> = {
    sale: async () => {
      const { id, name } = await t.makeTool();
      const { number } = await buy(t, await t.makeUser(), id);
      return `Sold: ${name}, order ${number}`;
    },
    quote: async () => {
      const buyer = await t.makeUser();
      const order = await placeOrder(t, buyer, (await t.makeTool()).id);
      const { number } = expectStatus(await ask(t, buyer, [order]), 201);
      return `Quote ${number} requested`;
    },
    return: async () => {
      const buyer = await t.makeUser();
      const { _id } = await buyShipped(t, buyer);
      const { number } = expectStatus(await askReturn(t, buyer, [lineOf({ _id })]), 201);
      return `Return requested: ${number}`;
    },
    low_stock: async () => {
      const { id, name } = await t.makeTool({ onHand: 10, minOrderQuantity: 2 });
      await move(id, 'adjusted', -5);
      return `Running low: ${name}`;
    },
    low_review: async () => {
      const buyer = await t.makeUser();
      const { id, name } = await t.makeTool();
      await buy(t, buyer, id);
      const body = { rate: 1, reviews: 'Blunt.', toolId: id };
      await t.call('POST', '/review', { token: buyer.token, body });
      return `New review with 1 star: ${name}`;
    },
    contact_message: async () => {
      await t.shop.db.deleteFrom('rate_limits').execute();
      await t.call('POST', '/contact', { body: visitor });
      return 'Ines Roofer wants';
    },
    failed_refund: async () => {
      const { _id: orderId, number } = await buy(t, await t.makeUser(), (await t.makeTool()).id);
      const body = { amount: 1, reason: 'Bent' };
      const made = await t.call<Refund>('POST', `/orders/${orderId}/refunds`, { token: admin.token, body });
      await notifyStaff(t.shop, t.shop.db, refundEmails.failed, { orderId, refundId: made.body._id });
      return `Refund failed: order ${number}`;
    },
    dispute: async () => {
      const { number, transactionId } = await buy(t, await t.makeUser(), (await t.makeTool()).id);
      const dispute = await t.shop.sandboxCards?.openDispute(transactionId ?? '');
      await settleProviderDispute(t.shop, dispute?.id ?? '');
      return `Payment disputed: ${number}`;
    },
    failed_job: async () => {
      const boss = outboxOf(t.shop.db);
      await boss.send(GIVEN_UP, { paymentId: 'p' });
      await t.shop.jobs.enqueue(t.shop.db, 'look-for-failed-jobs', {});
      return '1 task failed';
    },
  };

  it.each(staffNotices)('about %s reaches everyone who has it on, once', async (notice) => {
    await t.makeUser({ role: 'staff', verified: false });
    await turn(admin, notice, false);
    const others = notice === 'contact_message' ? ['desk@shop.example'] : [];
    expect(await recipients(await happenings[notice]())).toEqual([...others, staff.email].sort());
    await turn(admin, notice, true);
    expect(await recipients(await happenings[notice]())).toEqual(
      expect.arrayContaining([...others, ...both()]),
    );
  });

  it('is not sent after its reader has turned it off or left the staff', async () => {
    const subject = await happenings.sale();
    const [fanOut] = await jobsOf(t.shop.db, ['tell-staff']);
    expect(fanOut?.data).toMatchObject({ notice: 'sale' });
    await tellStaff(t.shop, fanOut?.data);
    await outboxOf(t.shop.db).deleteAllJobs('tell-staff');
    await turn(admin, 'sale', false);
    await t.call('DELETE', `/user/staff/${staff.email}`, { token: admin.token });
    expect(await recipients(subject)).toEqual([]);
    await t.call('PUT', `/user/staff/${staff.email}`, { token: admin.token });
  });

  it('says where to turn it off, and links to its subject', async () => {
    const [mail] = await reached(await happenings.low_stock());
    expect(mail?.text_body).toContain(`${t.url}/dashboard#notices`);
    expect(mail?.text_body).toMatch(/\/dashboard\/managetool\/[0-9a-f-]{36}\/stock/);
    expect(mail?.text_body).toContain('Available: 5');
  });
});

describe('the shop’s own copy of a contact message', () => {
  let byDefault: TestShop;
  let owner: TestUser;
  beforeAll(async () => {
    byDefault = await startTestShop({
      SHOP_RATE_LIMIT: 'off',
      SHOP_ADMIN_EMAIL: 'owner@shop.example',
      SHOP_ADMIN_PASSWORD: 'a long one to guess',
    });
    owner = await byDefault.makeUser({ role: 'admin', email: 'owner@shop.example' });
  });
  afterAll(() => byDefault.stop());

  /** Leaves a message; returns the emails that have reached the owner so far. */
  async function reachedOwner() {
    const body = { name: 'Ines Roofer', email: 'ines@example.com', phone: '+1 555 0100' };
    expectStatus(await byDefault.call<{ insertedId: string }>('POST', '/contact', { body }), 200);
    await byDefault.runJobs();
    const mails = byDefault.shop.db.selectFrom('mailbox.messages').selectAll().orderBy('id');
    return mails.where('recipient', '=', owner.email).execute();
  }

  it('reaches the owner’s address by default, until they turn it off', async () => {
    const [mail, ...more] = await reachedOwner();
    expect(more).toEqual([]);
    expect(mail?.message_id).toMatch(/^contact-message\./);
    expect(mail?.text_body).toContain(`${byDefault.url}/dashboard#notices`);
    const stop = z.object({ 'List-Unsubscribe': z.string() }).parse(mail?.headers)['List-Unsubscribe'];
    const token = /token=([^>]+)/.exec(stop)?.[1];
    expectStatus(await byDefault.call('POST', '/notices/stop', { body: { token } }), 200);
    expect(await reachedOwner()).toHaveLength(1);
    const turned = { token: owner.token, body: { isOn: true } };
    expectStatus(await byDefault.call('PUT', '/notices/contact_message', turned), 200);
    expect(await reachedOwner()).toHaveLength(2);
  });
});

describe('a tool that runs low', () => {
  it('is reported once, until it has been restocked', async () => {
    const { id, name } = await t.makeTool({ onHand: 10, minOrderQuantity: 2 });
    const told = async () => (await recipients(name)).length / 2;
    await move(id, 'adjusted', -4);
    expect(await told()).toBe(0);
    await move(id, 'adjusted', -1);
    expect(await told()).toBe(1);
    await move(id, 'adjusted', -1);
    await move(id, 'received', 1);
    expect(await told()).toBe(1);
    await move(id, 'received', 1);
    t.clock.advance(1000);
    await move(id, 'adjusted', -1);
    expect(await told()).toBe(2);
  });

  it('is reported with its size and its family', async () => {
    const size = (length: string) => ({
      name: 'Clevis pin',
      specifications: [{ name: 'Length', value: length, unit: 'mm' }],
    });
    const { toolIds } = await makeFamily(t, admin, 'Clevis pins', [size('30'), size('40')]);
    await move(toolIds[1] ?? '', 'adjusted', -98);
    const [mail] = await reached('Running low: Clevis pin, Length 40 mm');
    expect(mail?.text_body).toMatch(/Family:?\s+Clevis pins/);
    await move(toolIds[1] ?? '', 'received', 98);
  });

  it('is not reported as units of it arrive that are still too few, but when one leaves', async () => {
    const { id, name } = await t.makeTool({ onHand: 1, minOrderQuantity: 2 });
    await move(id, 'received', 3);
    expect(await recipients(name)).toEqual([]);
    await move(id, 'adjusted', -1);
    expect(await recipients(name)).toEqual(both());
  });

  it('is reported when a higher minimum makes it low', async () => {
    const { id, name } = await t.makeTool({ onHand: 10, minOrderQuantity: 2 });
    const { version } = (await t.call<{ version: number }>('GET', `/tool/${id}`)).body;
    const body = { version, min_order_quantity: 4 };
    expect((await t.call('PATCH', `/tool/${id}`, { token: admin.token, body })).status).toBe(200);
    expect(await recipients(name)).toEqual(both());
  });

  it('is not reported by a change that is rolled back', async () => {
    const { id, name } = await t.makeTool({ onHand: 10, minOrderQuantity: 2 });
    await t.shop.db
      .transaction()
      .execute(async (tx) => {
        await moveStock(t.shop, tx, [{ toolId: id, movements: [{ kind: 'sold', quantity: -9 }] }]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await recipients(name)).toEqual([]);
  });

  it('matches the overview, with reserved units, which notify again after a day at the earliest', async () => {
    const { id, name } = await t.makeTool({ onHand: 10, minOrderQuantity: 2 });
    const units = { toolId: id, units: 6, cause: { kind: 'order' } } as const;
    const look = async () => {
      const { tools } = await findLowTools(t.shop.db, 100);
      return { isShown: tools.some((tool) => tool.id === id), told: (await recipients(name)).length / 2 };
    };
    const reserve = async () => {
      await t.shop.db.transaction().execute((tx) => holdUnits(t.shop, tx, units));
      const seen = await look();
      await t.shop.db.transaction().execute((tx) => releaseUnits(t.shop, tx, units));
      return seen;
    };
    expect(await reserve()).toEqual({ isShown: true, told: 1 });
    expect(await look()).toEqual({ isShown: false, told: 1 });
    expect(await reserve()).toEqual({ isShown: true, told: 1 });
    t.clock.advance(24 * 3_600_000);
    expect(await reserve()).toEqual({ isShown: true, told: 2 });
  });
});

it('notifies of each failed job once, and of no failed notification', async () => {
  await forgetJobs(t.shop.db);
  const look = () => t.shop.jobs.enqueue(t.shop.db, 'look-for-failed-jobs', {});
  const boss = outboxOf(t.shop.db);
  await boss.send(GIVEN_UP, { mail: 'failed-job' });
  await look();
  expect(await recipients('failed')).toEqual([]);
  for (const nth of [1, 2]) await boss.send(GIVEN_UP, { nth });
  await Promise.all([look(), look()]);
  expect(await recipients('2 tasks failed')).toEqual(both());
  await look();
  expect(await recipients('failed')).toEqual(both());
  await forgetJobs(t.shop.db);
  await look();
  await t.runJobs();
  expect(await t.shop.db.selectFrom('told_failed_jobs').selectAll().execute()).toEqual([]);
});
