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
