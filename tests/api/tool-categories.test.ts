import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type ToolCategory, toolCategorySchema } from '#features/catalogue/contract.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const firstSaw = setUp(() => t.makeTool({ category: 'Hand tools' }));
const drill = setUp(() => t.makeTool({ category: 'Power tools' }));
const secondSaw = setUp(() => t.makeTool({ category: 'Hand tools' }));

beforeAll(async () => {
  await t.makeTool({ category: 'Machines' });
  await t.makeTool({ category: 'Machines' });
  await t.makeTool({ category: 'Machines' });
});

const categories = async (query = '') => {
  const { status, body } = await t.call<ToolCategory[]>('GET', `/tool/categories${query}`);
  expect(status).toBe(200);
  return z.array(toolCategorySchema).parse(body);
};

test('categories come commonest first, each with the picture of its oldest tool', async () => {
  const found = await categories();
  expect(found.map(({ name, tools }) => [name, tools])).toEqual([
    ['Machines', 3],
    ['Hand tools', 2],
    ['Power tools', 1],
  ]);
  expect(found.slice(1).map(({ img }) => img)).toEqual([firstSaw.img, drill.img]);
  expect(await categories('?limit=1')).toEqual(found.slice(0, 1));
});

test('newer tools do not change a category’s picture; deleting the oldest tool moves it to the next', async () => {
  await t.makeTool({ category: 'Hand tools' });
  const pictureOf = async () => (await categories()).find(({ name }) => name === 'Hand tools')?.img;
  expect(await pictureOf()).toBe(firstSaw.img);
  const admin = await t.makeUser({ role: 'admin' });
  await t.call('DELETE', `/tool/${firstSaw.id}`, { token: admin.token });
  expect(await pictureOf()).toBe(secondSaw.img);
});

test('a family counts once, as in the list of its category, wherever below it its tools are', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const sizes = [
    await t.makeTool({ category: 'Power tools' }),
    await t.makeTool({ category: 'Power tools' }),
    await t.makeTool({ category: 'Machines' }),
  ];
  const body = { name: 'Three sizes', toolIds: sizes.map(({ id }) => id) };
  expect((await t.call('POST', '/families', { token: admin.token, body })).status).toBe(200);
  const counts = Object.fromEntries((await categories()).map(({ name, tools }) => [name, tools]));
  expect(counts).toMatchObject({ Machines: 4, 'Power tools': 2 });
  for (const [name, tools] of Object.entries(counts)) {
    const cards = await t.call<unknown[]>(
      'GET',
      `/tool/cards?limit=100&category=${encodeURIComponent(name)}`,
    );
    expect(cards.body).toHaveLength(tools);
  }
});

test('a wrong limit is reported by its name', async () => {
  for (const limit of ['0', '101', 'three']) {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool/categories?limit=${limit}`);
    expect(status).toBe(400);
    expect(body.error.field).toBe('limit');
  }
});
