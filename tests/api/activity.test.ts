import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { type Activity, activitySchema } from '#features/activity/contract.ts';
import { accessTokenOf, signUp } from '#tests/support/accounts.ts';
import { orderBody, placeOrder } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin', name: 'Boss Tanner', email: 'boss@shop.example' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@shop.example' }));

const read = (query: Record<string, string> = {}) =>
  t.call<Activity[]>('GET', `/activity?${new URLSearchParams(query)}`, { token: admin.token });

async function found(query: Record<string, string>): Promise<Activity[]> {
  const { status, body } = await read(query);
  expect(status).toBe(200);
  return z.array(activitySchema).parse(body);
}

const actionsOf = (events: Activity[]) => events.map(({ action }) => action);

describe('the recorded page of a write', () => {
  const pageOf = async (referer: string) => {
    const tool = await t.makeTool();
    const { body } = await t.call<{ _id: string }>('POST', '/orders', {
      token: ada.token,
      body: orderBody(tool.id),
      headers: { referer },
    });
    const [event] = await found({ q: body._id });
    return event?.page;
  };

  it('is the path within the shop, without query and fragment', async () => {
    expect(await pageOf(`${t.url}/tools/claw-hammer?token=secret#order`)).toBe('/tools/claw-hammer');
  });

  it.each(['https://elsewhere.example/tools', 'not an address', 'about:blank', '/tools'])(
    'is not recorded for %s',
    async (referer) => {
      expect(await pageOf(referer)).toBeNull();
    },
  );

  it('is omitted when it is too long', async () => {
    expect(await pageOf(`${t.url}/${'x'.repeat(200)}`)).toBeNull();
    expect(await pageOf(`${t.url}/${'x'.repeat(199)}`)).toHaveLength(200);
  });
});

describe('GET /activity', () => {
  it('finds a deleted tool’s events by name, by page, and by ids in the details', async () => {
    const tool = await t.makeTool({ name: 'Zigzag rulecutter' });
    const page = `${t.url}/dashboard/managetool`;
    const headers = { referer: page };
    expect((await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token, headers })).status).toBe(200);
    const [gone] = await found({ q: 'zigzag rulecutter' });
    expect(gone).toMatchObject({ action: 'tool_removed', actorEmail: admin.email, toolId: tool.id });
    expect((await found({ q: '/dashboard/manage' }))[0]).toEqual(gone);
    expect(await found({ q: '/managetool' })).toEqual([]);
    const body = { word: 'hammer', sameAs: 'mallet' };
    const added = await t.call<{ insertedId: string }>('POST', '/synonyms', { token: admin.token, body });
    const [pair] = await found({ q: added.body.insertedId });
    expect(pair).toMatchObject({ action: 'synonym_added', details: body });
  });

  it('lists who did what to which order, tool and person, newest first', async () => {
    const tool = await t.makeTool();
    const order = await placeOrder(t, ada, tool.id, 2);
    await t.call('PUT', `/user/staff/${ada.email}`, { token: admin.token });
    const [given, placed] = await found({ limit: '2' });
    expect(given).toMatchObject({
      action: 'role_given',
      actor: 'admin',
      actorEmail: admin.email,
      userId: ada.userId,
      userEmail: ada.email,
      orderId: null,
      toolId: null,
      details: { role: 'staff' },
    });
    expect(placed).toMatchObject({
      action: 'order_placed',
      actor: 'user',
      actorEmail: ada.email,
      orderId: order._id,
      orderNumber: order.number,
      toolId: tool.id,
      toolName: tool.name,
      userId: null,
      userEmail: null,
      details: { quantity: 2 },
    });
    await t.call('DELETE', `/user/staff/${ada.email}`, { token: admin.token });
  });

  it.each([
    [{ from: '0000-01-01T00:00:00Z' }, true],
    [{ before: '0000-01-01T00:00:00Z' }, false],
    [{ before: '9999-12-31T23:59:59-23:59' }, true],
    [{ from: '9999-12-31T23:59:59-23:59' }, false],
    [{ from: '2026-01-01T00:00:00+23:59' }, true],
  ])('accepts any time that exists: %o', async (query, isThere) => {
    await t.call('PUT', `/user/staff/${ada.email}`, { token: admin.token });
    await t.call('DELETE', `/user/staff/${ada.email}`, { token: admin.token });
    expect((await found({ ...query, limit: '1' })).length > 0).toBe(isThere);
  });

  it('names who signed up and first logged in, before the account had a user', async () => {
    const account = await signUp(t);
    const newest = async (action: string) => (await found({ action }))[0];
    expect(await newest('signed_in')).toMatchObject({ userId: null, userEmail: null });
    await accessTokenOf(t, account);
    for (const action of ['signed_up', 'signed_in'])
      expect(await newest(action)).toMatchObject({ userId: expect.any(String), userEmail: account.email });
  });

  it('searches people, actions, order numbers and ids', async () => {
    const ben = await t.makeUser({ name: 'Ben Sawyer', email: 'ben@shop.example' });
    const order = await placeOrder(t, ben, (await t.makeTool()).id);
    await t.call('DELETE', `/orders/${order._id}`, { token: ben.token });
    await t.call('PUT', `/user/staff/${ben.email}`, { token: admin.token });
    const own = ['role_given', 'order_deleted', 'order_placed'];
    expect(actionsOf(await found({ q: 'ben@shop.example' }))).toEqual(own);
    expect(actionsOf(await found({ q: 'SAWY' }))).toEqual(own);
    expect(actionsOf(await found({ q: 'ben deleted' }))).toEqual(['order_deleted']);
    expect(actionsOf(await found({ q: 'boss ben' }))).toEqual(['role_given']);
    for (const q of [order._id, order.number, order.number.replace('-', ' ').toLowerCase()])
      expect(actionsOf(await found({ q }))).toEqual(['order_deleted', 'order_placed']);
    const [first] = await found({ q: order._id });
    expect(await found({ q: first?.requestId ?? '' })).toEqual([first]);
    expect(await found({ q: ben.userId })).toHaveLength(3);
    const tool = await t.makeTool({ name: 'Zebrano mallet', partNumber: 'ZM-77' });
    await t.call('POST', `/tool/${tool.id}/stock`, {
      token: admin.token,
      body: { kind: 'received', quantity: 2 },
    });
    await t.call('POST', `/customers/${ben.email}/notes`, { token: admin.token, body: { note: 'Rang.' } });
    for (const q of ['zebrano', 'ZM-77', 'boss zebrano stock'])
      expect(actionsOf(await found({ q }))).toEqual(['stock_changed']);
    expect(actionsOf(await found({ q: 'ben note' }))).toEqual(['customer_note_added']);
    for (const q of ['nobody-of-this-name', '%', "'", 'TY-1', 'ben nobody'])
      expect(await found({ q })).toEqual([]);
  });

  it('finds changes of a field by its name, with accepted prices and imports', async () => {
    const tool = await t.makeTool({ name: 'Quoin key' });
    const change = { version: 1, price: 14, description: 'Turns quoins.' };
    expect((await t.call('PATCH', `/tool/${tool.id}`, { token: admin.token, body: change })).status).toBe(
      200,
    );
    await t.call('PATCH', `/tool/${tool.id}`, {
      token: admin.token,
      body: { version: 2, name: 'Quoin wrench' },
    });
    const [changed] = await found({ q: 'price quoin' });
    expect(changed).toMatchObject({ action: 'tool_edited', details: { priceCents: 1400 } });
    expect(await found({ q: 'quoin PRICE' })).toEqual([changed]);
    expect(await found({ q: 'quoin description' })).toEqual([changed]);
    expect(await found({ q: 'quoin edited' })).toHaveLength(2);
    // By their ids, older than the events of other tests.
    for (const [nth, action] of ['import_applied', 'order_repriced'].entries())
      await t.asOwner(`insert into audit_events (id, occurred_at, actor, action)
        values ('0190c0de-0000-7000-8000-00000000000${nth}', now(), 'admin', '${action}')`);
    expect(new Set(actionsOf(await found({ q: 'price' })))).toEqual(
      new Set(['tool_edited', 'import_applied', 'order_repriced']),
    );
  });

  it('filters by a group of actions, newest first, within a search and beside an action', async () => {
    const eve = await t.makeUser({ name: 'Eve Farrier', email: 'eve@shop.example' });
    const order = await placeOrder(t, eve, (await t.makeTool()).id);
    await t.call('PUT', `/user/staff/${eve.email}`, { token: admin.token });
    await t.call('DELETE', `/orders/${order._id}`, { token: eve.token });
    const ofEve = async (query: Record<string, string>) => actionsOf(await found({ q: 'farrier', ...query }));
    expect(await ofEve({ group: 'orders' })).toEqual(['order_deleted', 'order_placed']);
    expect(await ofEve({ group: 'people' })).toEqual(['role_given']);
    expect(await ofEve({ group: 'people', action: 'order_placed' })).toEqual([]);
    const [newest, next] = await found({ group: 'orders', limit: '2' });
    expect(actionsOf([newest, next] as Activity[])).toEqual(['order_deleted', 'order_placed']);
    const { headers } = await read({ group: 'system' });
    expect(headers.get('x-total-count')).toBe('0');
  });

  it('filters by action and time', async () => {
    const noon = new Date(Date.now() + 40 * 86_400_000);
    const at = (hours: number) => new Date(noon.getTime() + hours * 3_600_000).toISOString();
    for (const [nth, hours] of [0, 1, 2].entries())
      await t.asOwner(`insert into audit_events (id, occurred_at, actor, action)
        values ('0198c0de-0000-7000-8000-00000000000${nth}', '${at(hours)}', 'start', 'reconciled')`);
    const query = { action: 'reconciled', from: at(0), before: at(2) };
    expect((await found(query)).map((event) => event.at)).toEqual([at(1), at(0)]);
    expect(await found({ ...query, action: 'order_paid' })).toEqual([]);
    expect(await found({ ...query, q: 'card provider' })).toHaveLength(2);
  });

  it('pages, also in a search, and counts up to ten thousand', async () => {
    await t.asOwner(`insert into audit_events (id, occurred_at, actor, actor_id, action)
      select gen_random_uuid(), now() - make_interval(secs => nth), 'user', '${ada.userId}', 'signed_in'
      from generate_series(1, 10050) nth`);
    for (const query of [{}, { action: 'signed_in' }, { q: 'ada logged' }]) {
      const first = await read({ ...query, limit: '40' });
      const second = await t.call<Activity[]>('GET', nextPage(first.headers) ?? '', { token: admin.token });
      const ids = [...first.body, ...second.body].map(({ _id }) => _id);
      expect(ids).toHaveLength(80);
      expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
      expect(first.headers.get('x-total-more-than')).toBe('10000');
    }
  });

  it.each([
    [{ action: 'order_eaten' }, 'action'],
    [{ group: 'eaten' }, 'group'],
    [{ from: 'yesterday' }, 'from'],
    [{ before: '2026-11-23' }, 'before'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ limit: '101' }, 'limit'],
    [{ cursor: 'x' }, 'cursor'],
  ])('refuses %j, and names the field', async (query, field) => {
    const reply = await read(query as Record<string, string>);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { code: 'invalid_input', field } });
  });
});
