/** @module-tag sweep */
import { expect, test } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import type { Category } from '#features/categories/contract.ts';
import { shuffled, shuffledPair, tally, times } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(10);

const t = setUpRaceShop();

const categories = async () => expectStatus(await t.call<Category[]>('GET', '/categories'), 200);
const idOf = async (name: string) => (await categories()).find((each) => each.name === name)?._id ?? '';
const send = (admin: TestUser, method: string, path: string, body: unknown) =>
  t.call<{ insertedId: string }>(method, path, { token: admin.token, body });

async function addTool(admin: TestUser, category: string) {
  const { img } = await t.makeTool();
  const fields = {
    name: 'Awl',
    description: 'Pricks.',
    min_order_quantity: 1,
    available_quantity: 5,
    price: 3,
  };
  return () => send(admin, 'POST', '/tool', { ...fields, img, category });
}

const categoryOf = async (id: string) => (await t.call<Tool>('GET', `/tool/${id}`)).body.category;

test('merging a category while tools are added and edited into it: all end in the target', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const [from, into] = [`From ${round}`, `Into ${round}`];
    const mover = await t.makeTool({ category: into });
    const leaver = await t.makeTool({ category: from });
    const merge = { into: await idOf(into) };
    const path = `/categories/${await idOf(from)}/merge`;
    const adds = await times(3, () => addTool(admin, from.toLowerCase()));
    const replies = await Promise.all(
      shuffled([
        ...adds,
        () => send(admin, 'POST', path, merge),
        () => send(admin, 'PATCH', `/tool/${mover.id}`, { version: 1, category: from, price: 7 }),
        () => send(admin, 'PATCH', `/tool/${leaver.id}`, { version: 1, category: into, price: 7 }),
      ]).map((run) => run()),
    );
    // The merge may have created a new version of the edited tool.
    expect(tally(replies)[200]).toBeGreaterThanOrEqual(4);
    expect(replies.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const inThere = expectStatus(await t.call<Tool[]>('GET', `/tool?category=${into}`), 200);
    expect(inThere.map(({ category }) => category)).toEqual(times5(into));
    expect(await idOf(from)).toBe('');
  }
});

const times5 = (name: string) => Array.from({ length: 5 }, () => name);

test('renaming a category in two ways at once: all its tools have its final name', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await t.makeTool({ category: `Named ${round}` });
    const path = `/categories/${await idOf(`Named ${round}`)}`;
    const add = await addTool(admin, `Second ${round}`);
    const [one, other, added] = await Promise.all([
      ...shuffledPair(
        round,
        () => send(admin, 'PATCH', path, { name: `First ${round}` }),
        () => send(admin, 'PATCH', path, { name: `Second ${round}` }),
      ),
      add(),
    ]);
    expect([one.status, added.status]).toEqual([200, 200]);
    // The added tool may have created the second name first.
    expect([200, 409]).toContain(other.status);
    const name = await categoryOf(id);
    const withName = (await categories()).filter((each) => each._id === path.split('/').pop());
    expect(withName.map((each) => each.name)).toEqual([name]);
    expect([`First ${round}`, `Second ${round}`]).toContain(await categoryOf(added.body.insertedId));
    const leads = await t.call<Tool[]>('GET', `/tool?category=Named+${round}`);
    expect(leads.body.map(({ _id }) => _id)).toContain(id);
  }
});

test('adding many tools of new categories and brands at once, in any spelling: there is one of each', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const names = [`New ${round}`, `NEW  ${round}`, `new ${round}`];
    const adds = await times(9, (nth) => addTool(admin, names[nth % 3] ?? ''));
    const replies = await Promise.all(adds.map((add) => add()));
    expect(tally(replies)).toEqual({ 200: 9 });
    const made = (await categories()).filter(
      ({ name }) => name.toLowerCase().endsWith(`new ${round}`) || name === names[1],
    );
    expect(made.map(({ tools }) => tools)).toEqual([9]);
  }
});

test('making each of two categories the other’s parent at once: one of them stays a parent', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map(async (name) =>
        expectStatus(await send(admin, 'POST', '/categories', { name: `${name} ${round}` }), 200),
      ),
    );
    const put = (id?: string, parent?: string) => () => send(admin, 'PATCH', `/categories/${id}`, { parent });
    const replies = await Promise.all(
      shuffledPair(round, put(one?.insertedId, other?.insertedId), put(other?.insertedId, one?.insertedId)),
    );
    expect(tally(replies)).toEqual({ 200: 1, 409: 1 });
  }
});
