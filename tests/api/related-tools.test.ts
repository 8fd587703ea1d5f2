import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { RelatedTools } from '#features/related-tools/contract.ts';
import { accessoryTexts as texts } from '#features/related-tools/texts.ts';
import { buy } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

async function related(id: string) {
  const { body } = await t.call<RelatedTools>('GET', `/tool/${id}/related`);
  const names = (tools: RelatedTools['bought']) => tools.map(({ name }) => name);
  return { accessories: names(body.accessories), bought: names(body.bought) };
}

const makeTool = (name: string) => t.makeTool({ name, onHand: 500 });

describe('what customers also bought', () => {
  const makeBuyers = () => Promise.all([t.makeUser(), t.makeUser(), t.makeUser(), t.makeUser()]);

  it('has what three buyers or more have in common, the most frequent first', async () => {
    const [drill, bits, vise, gloves] = [
      await makeTool('Drill'),
      await makeTool('Bits'),
      await makeTool('Vise'),
      await makeTool('Gloves'),
    ];
    const buyers = await makeBuyers();
    for (const [nth, buyer] of buyers.entries()) {
      await buy(t, buyer, drill.id, 1);
      await buy(t, buyer, bits.id, 1);
      if (nth < 3) await buy(t, buyer, vise.id, 1);
      // Two buyers, and one of them often.
      if (nth < 2) await buy(t, buyer, gloves.id, 1);
    }
    await buy(t, buyers[0], gloves.id, 1);
    t.shop.cacheVersion.invalidate();
    expect((await related(drill.id)).bought).toEqual(['Bits', 'Vise']);
    expect((await related(gloves.id)).bought).toEqual([]);
    await t.call('DELETE', `/tool/${bits.id}`, { token: admin.token });
    expect((await related(drill.id)).bought).toEqual(['Vise']);
    const pinned = await t.call('PUT', `/tool/${drill.id}/accessories`, {
      token: admin.token,
      body: { accessories: [vise.id] },
    });
    expect(pinned.status).toBe(200);
    expect(await related(drill.id)).toEqual({ accessories: ['Vise'], bought: [] });
  });

  it('does not count unpaid and canceled orders', async () => {
    const [saw, file] = [await makeTool('Saw'), await makeTool('File')];
    const buyers = await makeBuyers();
    for (const [nth, buyer] of buyers.entries()) {
      await buy(t, buyer, saw.id, 1);
      if (nth < 2) await buy(t, buyer, file.id, 1);
    }
    const third = await buy(t, buyers[2], file.id, 1);
    await t.asOwner(`update orders set cancelled_at = now() where id = '${third._id}'`);
    t.shop.cacheVersion.invalidate();
    expect((await related(saw.id)).bought).toEqual([]);
  });
});

describe('accessories', () => {
  const pin = (id: string, accessories: unknown, token = admin.token) =>
    t.call<RelatedTools & ErrorReply>('PUT', `/tool/${id}/accessories`, { token, body: { accessories } });

  it('are shown in order while they are for sale, and kept while they are not', async () => {
    const [drill, bits, draft] = [
      await makeTool('Hammer drill'),
      await makeTool('Masonry bits'),
      await makeTool('Depth stop'),
    ];
    await t.asOwner(`update tools set img = null where id = '${draft.id}'`);
    const { status, body } = await pin(drill.id, [draft.id, bits.id]);
    expect([status, body.accessories.map(({ name }) => name)]).toEqual([200, ['Depth stop', 'Masonry bits']]);
    expect(await related(drill.id)).toEqual({ accessories: ['Masonry bits'], bought: [] });
    const managed = await t.call<RelatedTools>('GET', `/managetool/${drill.id}/accessories`, {
      token: admin.token,
    });
    expect(managed.body).toEqual(body);
    const events = async () =>
      (
        await t.call<Activity[]>('GET', '/activity?q=hammer%20accessories', {
          token: admin.token,
        })
      ).body;
    expect(await events()).toMatchObject([{ action: 'tool_edited', toolId: drill.id }]);
    const [before] = await events();
    await pin(drill.id, [draft.id, bits.id]);
    expect((await events())[0]).toEqual(before);
    await t.call('DELETE', `/tool/${bits.id}`, { token: admin.token });
    expect((await related(drill.id)).accessories).toEqual([]);
    expect((await pin(drill.id, [])).body.accessories).toEqual([]);
  });

  it('are refused as a whole when one is wrong, and nothing changes', async () => {
    const [drill, bits] = [await makeTool('Core drill'), await makeTool('Core bits')];
    await pin(drill.id, [bits.id]);
    const many = Array.from({ length: 9 }, (_one, nth) => `0190c0de-0000-7000-8000-00000000000${nth}`);
    for (const [accessories, message] of [
      [[drill.id], texts.itself],
      [['0190c0de-0000-7000-8000-000000000000'], texts.noSuchTool],
      [[bits.id, bits.id], texts.twice],
      [many, texts.tooMany(8)],
    ] as const)
      expect(await pin(drill.id, accessories)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', field: 'accessories', message } },
      });
    expect((await pin('0190c0de-0000-7000-8000-000000000000', [bits.id])).status).toBe(404);
    expect((await related(drill.id)).accessories).toEqual(['Core bits']);
  });
});
