/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import type { ManagedFamily } from '#features/families/contract.ts';
import { familyErrorTexts } from '#features/families/texts.ts';
import { shuffled } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(12);

const t = setUpRaceShop();

test('three who group, take out, and delete at once: each tool is in one family or in none, and the family agrees', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const send = (method: string, path: string, body?: unknown) =>
    t.call<ManagedFamily & { insertedId: string }>(method, path, { token: admin.token, body });
  for (let round = 0; round < ROUNDS; round++) {
    const tools = [];
    for (let nth = 0; nth < 6; nth++) tools.push((await t.makeTool({ name: `Wrench ${round} ${nth}` })).id);
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = tools;
    const name = `Wrenches ${round}`;
    const family = expectStatus(await send('POST', '/families', { name, toolIds: [a, b, c, d] }), 200);
    const id = family.insertedId;
    const path = `/families/${id}`;
    const replies = await Promise.all(
      shuffled([
        () => send('POST', `${path}/members`, { toolIds: [e, f] }),
        () => send('PATCH', path, { version: 1, toolIds: [a, b] }),
        () => send('POST', `${path}/split`, { name: `${name} split`, toolIds: [b, c] }),
        ...(round % 2 === 0 ? [() => send('DELETE', path)] : [() => send('DELETE', `/tool/${b}`)]),
      ]).map((run) => run()),
    );
    // A tool that has just left the shop can be no member.
    const gone = { error: expect.objectContaining({ message: familyErrorTexts.noSuchTool }) };
    for (const { status, body } of replies)
      if (status === 400) expect(body).toEqual(gone);
      else expect([200, 404, 409]).toContain(status);
    const members = new Map<string, string[]>();
    for (const tool of tools) {
      const { status, body } = await t.call<Tool>('GET', `/tool/${tool}`);
      if (status === 404) continue;
      if (body.family) members.set(body.family._id, [...(members.get(body.family._id) ?? []), tool]);
    }
    for (const [familyId, inIt] of members) {
      const managed = expectStatus(await send('GET', `/managefamilies/${familyId}`), 200);
      expect(managed.toolIds.toSorted()).toEqual(inIt.toSorted());
      expect(managed.memberCount).toBe(inIt.length);
    }
    const orphans = await t.asOwner(
      'select tools.id from tools left join families on families.id = family_id where family_id is not null and families.id is null',
    );
    expect(orphans).toEqual([]);
  }
});

test('a change in bulk that takes tools out of their family beside those who edit it: neither fails', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const send = (method: string, path: string, body?: unknown) =>
    t.call<ManagedFamily & { id: string; insertedId: string; state: string }>(method, path, {
      token: admin.token,
      body,
    });
  for (let round = 0; round < ROUNDS; round++) {
    const ids: string[] = [];
    for (let nth = 0; nth < 20; nth++) ids.push((await t.makeTool({ name: `Bit ${round} ${nth}` })).id);
    const name = `Bits ${round}`;
    const path = `/families/${expectStatus(await send('POST', '/families', { name, toolIds: ids }), 200).insertedId}`;
    const change = { tools: { ids }, family: null };
    const { id } = expectStatus(await send('POST', '/imports/bulk', change), 201);
    await t.runJobs();
    expectStatus(await send('POST', `/imports/${id}/apply`), 200);
    const more = await Promise.all(
      [0, 1, 2, 3].map((nth) => t.makeTool({ name: `Bit ${round} more ${nth}` })),
    );
    const turn = async () => {
      for (let nth = 0; nth < 4; nth++) {
        const { version, toolIds } = expectStatus(await send('GET', `/manage${path.slice(1)}`), 200);
        const reply = await send('PATCH', path, { version, toolIds: toolIds.toReversed() });
        expect([200, 409]).toContain(reply.status);
      }
    };
    const add = async () => {
      for (const tool of more)
        expectStatus(await send('POST', `${path}/members`, { toolIds: [tool.id] }), 200);
    };
    await Promise.all([t.runJobs(), turn(), add()]);
    await t.runJobs();
    expect(expectStatus(await send('GET', `/imports/${id}`), 200).state).toBe('applied');
    const left = expectStatus(await send('GET', `/manage${path.slice(1)}`), 200).toolIds;
    expect(left.toSorted()).toEqual(more.map((tool) => tool.id).toSorted());
  }
});
