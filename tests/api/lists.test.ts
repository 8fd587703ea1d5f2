import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { MAX_LISTS, type SavedList } from '#features/saved-lists/contract.ts';
import { tally } from '#tests/support/at-once.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const buyer = setUp(() => t.makeUser());
const tool = setUp(() => t.makeTool());

type Lines = { toolId: string; toolName?: string; quantity: number }[];

const ask = <Body = { insertedId: string } & ErrorReply>(
  method: string,
  path: string,
  body?: unknown,
  { token } = buyer,
) => t.call<Body>(method, path, { token, body });
const lists = async (who = buyer) => (await ask<SavedList[]>('GET', '/lists', undefined, who)).body;
const linesOf = async (id: string) => (await ask<{ lines: Lines }>('GET', `/lists/${id}`)).body.lines;
const list = (name: string, lines: unknown = [{ toolId: tool.id, quantity: 3 }]) => ({ name, lines });

describe('a saved list', () => {
  test('keeps its lines in order, is changed and deleted, and each change is audited', async () => {
    const other = await t.makeTool();
    const lines = [
      { toolId: other.id, quantity: 7 },
      { toolId: tool.id, quantity: 1 },
      { toolId: other.id, quantity: 2 },
    ];
    const { status, body } = await ask('POST', '/lists', list('  Van stock ', lines));
    expect(status).toBe(201);
    const names = new Map([tool, other].map(({ id, name }) => [id, name]));
    expect(await linesOf(body.insertedId)).toEqual(
      lines.map((line) => ({ ...line, toolName: names.get(line.toolId) })),
    );
    expect(await lists()).toMatchObject([{ _id: body.insertedId, name: 'Van stock', lineCount: 3 }]);
    const changed = await ask('PUT', `/lists/${body.insertedId}`, list('Site box'));
    expect(changed.body).toEqual({ modifiedCount: 1 });
    expect(await lists()).toMatchObject([{ name: 'Site box', lineCount: 1 }]);
    // A tool that leaves the shop stays on the list by name.
    await t.asOwner(`update tools set deleted_at = now() where id = '${tool.id}'`);
    expect(await linesOf(body.insertedId)).toEqual([{ toolId: tool.id, toolName: tool.name, quantity: 3 }]);
    await t.asOwner(`update tools set deleted_at = null where id = '${tool.id}'`);
    expect((await ask('DELETE', `/lists/${body.insertedId}`)).body).toEqual({ deletedCount: 1 });
    expect((await ask('DELETE', `/lists/${body.insertedId}`)).status).toBe(404);
    expect(await lists()).toEqual([]);
    const trail = await t.asOwner(
      `select action from audit_events where actor_id = '${buyer.userId}' and action like 'list_%' order by id`,
    );
    expect(trail.map(({ action }) => action)).toEqual(['list_added', 'list_changed', 'list_deleted']);
  });

  test('is private to its owner, who can use a name once', async () => {
    const stranger = await t.makeUser();
    const { insertedId } = (await ask('POST', '/lists', list('Mine'))).body;
    const taken = await ask('POST', '/lists', list('MINE'));
    expect([taken.status, taken.body.error.code, taken.body.error.field]).toEqual([409, 'conflict', 'name']);
    expect((await ask('POST', '/lists', list('Mine'), stranger)).status).toBe(201);
    for (const [method, body] of [['GET'], ['PUT', list('Stolen')], ['DELETE']] as const)
      expect((await ask(method, `/lists/${insertedId}`, body, stranger)).status).toBe(404);
    expect(await lists()).toMatchObject([{ name: 'Mine', lineCount: 1 }]);
    const { insertedId: second } = (await ask('POST', '/lists', list('Second'))).body;
    expect(
      (await ask('PUT', `/lists/${second}`, list('mine', [{ toolId: tool.id, quantity: 9 }]))).status,
    ).toBe(409);
    expect(await linesOf(second)).toMatchObject([{ quantity: 3 }]);
  });

  test('is refused when invalid, and stores nothing then', async () => {
    const before = await lists();
    const refused: [unknown, number, string][] = [
      [list(' '), 400, 'name'],
      [list('x'.repeat(101)), 400, 'name'],
      [list('Empty', []), 400, 'lines'],
      [list('Long', Array(201).fill({ toolId: tool.id, quantity: 1 })), 400, 'lines'],
      [list('None', [{ toolId: tool.id, quantity: 0 }]), 400, 'lines.0.quantity'],
      [list('Unknown', [{ toolId: buyer.userId, quantity: 1 }]), 404, 'lines'],
    ];
    for (const [body, status, field] of refused) {
      const reply = await ask('POST', '/lists', body);
      expect([reply.status, reply.body.error.field]).toEqual([status, field]);
    }
    expect(await lists()).toEqual(before);
  });

  test('is limited in number, however many are saved at once', async () => {
    const collector = await t.makeUser();
    await t.asOwner(`insert into saved_lists (id, user_id, name, updated_at)
      select gen_random_uuid(), '${collector.userId}', 'List ' || n, now() from generate_series(1, ${MAX_LISTS - 2}) n`);
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, nth) => ask('POST', '/lists', list(`New ${nth}`), collector)),
    );
    expect(tally(replies)).toEqual({ 201: 2, 409: 4 });
    expect(await lists(collector)).toHaveLength(MAX_LISTS);
  });
});

test('returns tools with what an order needs, without those that have left the shop', async () => {
  const gone = await t.makeTool();
  await t.asOwner(`update tools set deleted_at = now() where id = '${gone.id}'`);
  const { body } = await ask<{ tools: object[] }>('POST', '/quick-order/tools', {
    toolIds: [gone.id, tool.id, tool.id, buyer.userId],
  });
  expect(body.tools).toMatchObject([
    { toolId: tool.id, name: tool.name, price: 12.5, packStep: 1, priceBreaks: [] },
  ]);
  for (const toolIds of [[], undefined, ['x'], Array(201).fill(tool.id)])
    expect((await ask('POST', '/quick-order/tools', { toolIds })).status).toBe(400);
});
