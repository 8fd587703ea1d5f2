import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { holdUnits, moveByImport, releaseUnits } from '#features/catalogue/stock-store.ts';
import { MAX_WAITED_FOR } from '#features/stock/contract.ts';
import { times } from '#tests/support/at-once.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'writes=1000/1m' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

beforeEach(async () => {
  await t.runJobs();
  await t.shop.db.deleteFrom('mailbox.messages').execute();
});

const soldOut = () => t.makeTool({ onHand: 1, minOrderQuantity: 2 });

const change = (method: 'GET' | 'PUT' | 'DELETE', toolId: string, { token } = ada) =>
  t.call<{ isAsked: boolean } & ErrorReply>(method, `/tool/${toolId}/restock-notice`, { token });

const ask = async (toolId: string, buyer = ada) =>
  expect((await change('PUT', toolId, buyer)).body).toEqual({ isAsked: true });

const receive = (toolId: string, quantity: number) =>
  t.call('POST', `/tool/${toolId}/stock`, { token: admin.token, body: { kind: 'received', quantity } });

/** The restock emails sent so far. */
async function mails() {
  await t.runJobs();
  const sent = t.shop.db
    .selectFrom('mailbox.messages')
    .selectAll()
    .where('subject', 'like', 'Back in stock%');
  return sent.orderBy('recipient').execute();
}
const told = async () => (await mails()).map(({ recipient }) => recipient);

const audited = async (userId: string) => {
  const events = t.shop.db.selectFrom('audit_events').select('action').where('user_id', '=', userId);
  return (await events.orderBy('id').execute()).map(({ action }) => action);
};

describe('a restock request', () => {
  it('is visible to its buyer only, is idempotent, and can be cancelled', async () => {
    const { id } = await soldOut();
    expect((await change('GET', id)).body).toEqual({ isAsked: false });
    await Promise.all([ask(id), ask(id)]);
    expect((await change('GET', id)).body).toEqual({ isAsked: true });
    expect((await change('GET', id)).headers.get('cache-control')).toBe('no-store');
    expect((await change('GET', id, admin)).body).toEqual({ isAsked: false });
    expect((await t.call('GET', `/tool/${id}`, { token: ada.token })).body).not.toHaveProperty('isAsked');
    for (const _ of [1, 2]) expect((await change('DELETE', id)).body).toEqual({ isAsked: false });
    expect(await audited(ada.userId)).toEqual(['restock_notice_asked', 'restock_notice_dropped']);
    await receive(id, 5);
    expect(await told()).toEqual([]);
  });

  it('is refused for tools in stock or gone, and for blocked or unverified buyers', async () => {
    const { id } = await t.makeTool();
    const inStock = await change('PUT', id);
    expect([inStock.status, inStock.body.error]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', message: 'This tool is in stock. You can order it now.' }),
    ]);
    const gone = await soldOut();
    await t.call('DELETE', `/tool/${gone.id}`, { token: admin.token });
    expect((await change('PUT', gone.id)).status).toBe(404);
    expect((await change('PUT', 'none')).body.error).toMatchObject({ code: 'invalid_input', field: 'id' });
    const tool = await soldOut();
    const unverified = await change('PUT', tool.id, await t.makeUser({ verified: false }));
    expect(unverified.body.error).toMatchObject({ code: 'not_allowed' });
    await t.asOwner(`update users set blocked_reason = 'Chargebacks' where id = '${ada.userId}'`);
    expect((await change('PUT', tool.id)).body.error.code).toBe('account_blocked');
    expect(await t.shop.db.selectFrom('restock_notices').select('id').execute()).toEqual([]);
  });

  it('is refused above the maximum number of tools', async () => {
    const { id } = await soldOut();
    await t.asOwner(`insert into tools (id, name, description, img, category, brand, price_cents, min_order_quantity, on_hand)
      select gen_random_uuid(), 'Waited for ' || n, description, img, category, brand, price_cents, 1, 0
      from tools, generate_series(1, ${MAX_WAITED_FOR - 2}) n where id = '${id}'`);
    await t.asOwner(`insert into restock_notices (id, tool_id, user_id, asked_at)
      select gen_random_uuid(), id, '${ada.userId}', now() from tools where name like 'Waited for %'`);
    const tools = await times(4, soldOut);
    const replies = await Promise.all(tools.map((tool) => change('PUT', tool.id)));
    const refused = replies.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.message)).toEqual(
      Array(2).fill('You’re waiting for 100 tools already, which is the limit.'),
    );
    await t.shop.db.deleteFrom('restock_notices').execute();
  });
});

describe('a restocked tool', () => {
  const rises: Record<string, (toolId: string) => Promise<unknown>> = {
    'by a delivery': (toolId) =>
      t.call('POST', '/deliveries', { token: admin.token, body: { lines: [{ toolId, quantity: 1 }] } }),
    'by an adjustment': (toolId) =>
      t.call('POST', `/tool/${toolId}/stock`, {
        token: admin.token,
        body: { kind: 'adjusted', quantity: 1, reason: 'Counted' },
      }),
    'by an import': (toolId) =>
      t.shop.db.transaction().execute(async (tx) => {
        const cause = { kind: 'import', name: 'tools.csv' } as const;
        await moveByImport(t.shop, tx, [{ toolId, quantity: 1 }], cause);
      }),
    'by an edit of its stock': (toolId) =>
      t.call('PATCH', `/tool/${toolId}`, {
        token: admin.token,
        body: { version: 1, available_quantity: 2 },
      }),
    'by an edit of its minimum': (toolId) =>
      t.call('PATCH', `/tool/${toolId}`, { token: admin.token, body: { version: 1, min_order_quantity: 1 } }),
    'by units that a payment gives back': async (toolId) => {
      await receive(toolId, 1);
      const units = { toolId, units: 2, cause: { kind: 'order' } } as const;
      await t.shop.db.transaction().execute((tx) => releaseUnits(t.shop, tx, units));
    },
  };

  it.each(Object.keys(rises))('%s is announced once, at its minimum order', async (how) => {
    const { id, name } = await soldOut();
    const isHeld = how.includes('payment');
    if (isHeld) {
      await receive(id, 1);
      const units = { toolId: id, units: 2, cause: { kind: 'order' } } as const;
      await t.shop.db.transaction().execute((tx) => holdUnits(t.shop, tx, units));
    }
    const grace = await t.makeUser();
    await ask(id);
    await ask(id, grace);
    await rises[how]?.(id);
    const [mail] = await mails();
    expect(await told()).toEqual([ada.email, grace.email].sort());
    expect(mail?.subject).toBe(`Back in stock: ${name}`);
    expect(mail?.text_body).toContain(t.url + toolPath({ _id: id, name, part_number: null }));
    expect((await change('GET', id)).body).toEqual({ isAsked: false });
    await t.call('POST', `/tool/${id}/stock`, {
      token: admin.token,
      body: { kind: 'adjusted', quantity: -2, reason: 'Counted' },
    });
    await receive(id, 9);
    expect(await told()).toHaveLength(2);
  });

  it('sends no email below its minimum order or for a change that is rolled back', async () => {
    const { id } = await t.makeTool({ onHand: 0, minOrderQuantity: 2 });
    await ask(id);
    await receive(id, 1);
    const units = { toolId: id, units: 5, cause: { kind: 'order' } } as const;
    const undone = t.shop.db.transaction().execute(async (tx) => {
      await tx.updateTable('tools').set({ held: 1 }).where('id', '=', id).execute();
      await releaseUnits(t.shop, tx, { ...units, units: 1 });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect(await jobsOf(t.shop.db, ['tell-restocked'])).toEqual([]);
    expect(await told()).toEqual([]);
    expect((await change('GET', id)).body).toEqual({ isAsked: true });
  });

  it('sends no email to buyers who were blocked, lost their address or left since they asked', async () => {
    const { id } = await soldOut();
    const [blocked, nameless] = await Promise.all([t.makeUser(), t.makeUser()]);
    for (const buyer of [ada, blocked, nameless]) await ask(id, buyer);
    await t.asOwner(`update users set blocked_reason = 'Chargebacks' where id = '${blocked.userId}'`);
    await t.asOwner(`update users set email = null where id = '${nameless.userId}'`);
    await t.asOwner(`insert into users (id, subject, email, email_verified, display_name)
      values (gen_random_uuid(), 'gone', 'gone@shop.example', true, 'Ada')`);
    await t.asOwner(`insert into restock_notices (id, tool_id, user_id, asked_at)
      select gen_random_uuid(), '${id}', id, now() from users where subject = 'gone'`);
    await t.asOwner("delete from users where subject = 'gone'");
    await receive(id, 1);
    expect(await told()).toEqual([ada.email]);
    const left = t.shop.db.selectFrom('restock_notices').select('id').where('tool_id', '=', id);
    expect(await left.execute()).toEqual([]);
  });

  it('is announced to more than one batch', { tags: ['sweep'] }, async () => {
    const { id } = await soldOut();
    await t.asOwner(`insert into users (id, subject, email, email_verified, display_name)
      select gen_random_uuid(), 'waiting ' || n, 'waiting-' || n || '@shop.example', true, 'Ada' from generate_series(1, 450) n`);
    await t.asOwner(`insert into restock_notices (id, tool_id, user_id, asked_at)
      select gen_random_uuid(), '${id}', id, now() from users where subject like 'waiting %'`);
    await receive(id, 1);
    expect(new Set(await told()).size).toBe(450);
  });
});

describe('stopping restock emails', () => {
  const stop = (token: unknown) =>
    t.call<{ notice: string } & ErrorReply>('POST', '/notices/stop', { body: { token } });

  /** The unsubscribe URL in the `List-Unsubscribe` header of a restock email. */
  async function stopUrl() {
    const { id } = await soldOut();
    await ask(id);
    await receive(id, 1);
    const [mail] = (await mails()).filter(({ recipient }) => recipient === ada.email);
    const headers = mail?.headers as Record<string, string>;
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text_body).toContain(url);
    expect(url).toMatch(/^http:\/\/127.0.0.1:\d+\/stop-emails\?token=/);
    return url;
  }

  it('takes one click without signing in, and lasts until the reader asks again', async () => {
    const token = new URL(await stopUrl()).searchParams.get('token');
    const [tool, later] = [await soldOut(), await soldOut()];
    await ask(tool.id);
    for (const _ of [1, 2]) expect((await stop(token)).body).toEqual({ notice: 'restock', isOn: false });
    await receive(tool.id, 1);
    expect(await told()).toEqual([ada.email]);
    expect(await audited(ada.userId)).toContain('notice_switched');
    await ask(later.id);
    await receive(later.id, 1);
    expect(await told()).toEqual([ada.email, ada.email]);
  });

  it('drops earlier requests for good', async () => {
    const token = new URL(await stopUrl()).searchParams.get('token');
    const [before, after] = [await soldOut(), await soldOut()];
    await ask(before.id);
    await stop(token);
    await ask(after.id);
    expect((await change('GET', before.id)).body).toEqual({ isAsked: false });
    await receive(before.id, 1);
    expect(await told()).toEqual([ada.email]);
  });

  it('rejects a token that the shop did not sign', async () => {
    const token = new URL(await stopUrl()).searchParams.get('token') ?? '';
    const [notice, , signature] = token.split('.');
    const forged = [
      '',
      'restock',
      `${token}x`,
      token.slice(0, -1),
      token.replace('restock', 'sale'),
      `${notice}.${admin.userId}.${signature}`,
      5,
      undefined,
    ];
    for (const each of forged) {
      const { status, body } = await stop(each);
      expect([status, body.error.field]).toEqual([400, 'token']);
    }
    const muted = await t.shop.db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`muted_notices <> '{}'`)
      .execute();
    expect(muted.map(({ id }) => id)).not.toContain(ada.userId);
  });
});
