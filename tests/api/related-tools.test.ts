import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { ToolFacets } from '#features/catalogue/contract.ts';
import type { QuickOrderLine } from '#features/quick-order/contract.ts';
import type { ManagedLinks, NewLinks, RelatedTools } from '#features/related-tools/contract.ts';
import { linkErrorTexts as texts } from '#features/related-tools/texts.ts';
import { buy } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

async function readRelated(id: string) {
  const { status, body } = await t.call<RelatedTools>('GET', `/tool/${id}/related`);
  expect(status).toBe(200);
  return body;
}

async function related(id: string) {
  const { accessories, bought } = await readRelated(id);
  return { accessories: names(accessories), bought: names(bought) };
}

const names = (tools: readonly { name: string }[]) => tools.map(({ name }) => name);

const link = (id: string, body: unknown, token = admin.token) =>
  t.call<ManagedLinks & ErrorReply>('PUT', `/tool/${id}/links`, { token, body });

async function expectLinked(id: string, body: NewLinks): Promise<ManagedLinks> {
  const reply = await link(id, body);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body;
}

const remove = (id: string) => t.call('DELETE', `/tool/${id}`, { token: admin.token });

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
    const pinned = await t.call('PUT', `/tool/${drill.id}/links`, {
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

describe('accessories and spare parts', () => {
  it('are shown in order while they are for sale, and kept while they are not', async () => {
    const [drill, bits, draft] = [
      await makeTool('Hammer drill'),
      await makeTool('Masonry bits'),
      await makeTool('Depth stop'),
    ];
    await t.asOwner(`update tools set img = null where id = '${draft.id}'`);
    const body = await expectLinked(drill.id, { accessories: [draft.id, bits.id] });
    expect(body).toEqual({
      accessories: [
        { _id: draft.id, name: 'Depth stop', part_number: null, state: 'draft' },
        { _id: bits.id, name: 'Masonry bits', part_number: null, state: 'for_sale' },
      ],
      spareParts: [],
      replacedBy: null,
      replaces: [],
    });
    expect(await related(drill.id)).toEqual({ accessories: ['Masonry bits'], bought: [] });
    const managed = await t.call('GET', `/managetool/${drill.id}/links`, { token: admin.token });
    expect(managed.body).toEqual(body);
    const events = async () =>
      (
        await t.call<Activity[]>('GET', '/activity?q=hammer%20accessories', {
          token: admin.token,
        })
      ).body;
    expect(await events()).toMatchObject([{ action: 'tool_edited', toolId: drill.id }]);
    const [before] = await events();
    await expectLinked(drill.id, { accessories: [draft.id, bits.id] });
    expect((await events())[0]).toEqual(before);
    await remove(bits.id);
    expect((await related(drill.id)).accessories).toEqual([]);
    expect(await expectLinked(drill.id, { accessories: [draft.id, bits.id] })).toMatchObject({
      accessories: [{ state: 'draft' }, { name: 'Masonry bits', state: 'deleted' }],
    });
    expect((await expectLinked(drill.id, { accessories: [] })).accessories).toEqual([]);
  });

  it('say what they fit, from the same link', async () => {
    const [saw, press] = [await makeTool('Table saw'), await makeTool('Drill press')];
    const belt = await t.makeTool({ name: 'V-belt', partNumber: 'VB-17', priceCents: 1250, onHand: 3 });
    await expectLinked(saw.id, { spareParts: ['vb-17'] });
    await expectLinked(press.id, { accessories: [belt.id], spareParts: [belt.id] });
    expect(names((await readRelated(belt.id)).fits)).toEqual(['Table saw', 'Drill press']);
    const { spareParts } = await readRelated(saw.id);
    expect(spareParts).toMatchObject([
      { name: 'V-belt', part_number: 'VB-17', unit_price: 12.5, available_quantity: 3, pack_step: 1 },
    ]);
    expect(spareParts[0]).not.toHaveProperty('documents');
    expect((await readRelated(belt.id)).spareParts).toEqual([]);
    await expectLinked(saw.id, { spareParts: [] });
    expect(names((await readRelated(belt.id)).fits)).toEqual(['Drill press']);
    expect(names((await readRelated(press.id)).accessories)).toEqual(['V-belt']);
    expect(await t.asOwner(`select kind from tool_links where linked_id = '${belt.id}' order by 1`)).toEqual([
      { kind: 'accessory' },
      { kind: 'spare_part' },
    ]);
  });

  it('are refused as a whole when one is wrong, and nothing changes', async () => {
    const drill = await t.makeTool({ name: 'Core drill', partNumber: 'CD-1' });
    const bits = await makeTool('Core bits');
    await expectLinked(drill.id, { accessories: [bits.id] });
    const gone = await t.makeTool({ name: 'Gone', partNumber: 'GONE-1' });
    await remove(gone.id);
    const many = Array.from({ length: 51 }, (_one, nth) => `P-${nth}`);
    const unknown = '0190c0de-0000-7000-8000-000000000000';
    for (const field of ['accessories', 'spareParts', 'replaces'])
      for (const [given, message] of [
        [[drill.id], texts.itself],
        [['cd-1'], texts.itself],
        [[bits.id, unknown, 'NONE-1'], texts.noSuchTools([unknown, 'NONE-1'])],
        [[bits.id, bits.id], texts.twice],
        [['X-1', 'x-1'], texts.twice],
        [many, texts.tooMany(50)],
        ...(field === 'replaces' ? [] : ([[['GONE-1'], texts.noSuchTools(['GONE-1'])]] as const)),
      ] as const)
        expect(await link(drill.id, { accessories: [], [field]: given })).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_input', field, message } },
        });
    expect(await link(drill.id, { replacedBy: 'CD-1' })).toMatchObject({
      status: 400,
      body: { error: { field: 'replacedBy', message: texts.itself } },
    });
    expect((await link(unknown, { accessories: [bits.id] })).status).toBe(404);
    expect((await related(drill.id)).accessories).toEqual(['Core bits']);
  });
});

describe('replacements', () => {
  const makeNumbered = (number: string) => t.makeTool({ name: `Saw ${number}`, partNumber: number });

  it('lead from a tool, and from a deleted one, to the last successor for sale', async () => {
    const [old, newer, newest] = [
      await makeNumbered('RS-1'),
      await makeNumbered('RS-2'),
      await makeNumbered('RS-3'),
    ];
    await expectLinked(old.id, { replacedBy: 'rs-2' });
    expect(await expectLinked(newest.id, { replaces: ['RS-2'] })).toMatchObject({
      replaces: [{ _id: newer.id, part_number: 'RS-2' }],
    });
    const read = async (id: string) => {
      const { successor, replaces, discontinued } = await readRelated(id);
      return [successor?.part_number, names(replaces), discontinued.map((tool) => tool.part_number)];
    };
    expect(await read(old.id)).toEqual(['RS-3', [], []]);
    expect(await read(newest.id)).toEqual([undefined, ['Saw RS-1', 'Saw RS-2'], []]);
    await remove(old.id);
    expect((await t.call('GET', `/tool/${old.id}`)).status).toBe(404);
    expect(await read(old.id)).toEqual(['RS-3', [], []]);
    expect(await read(newest.id)).toEqual([undefined, ['Saw RS-2'], ['RS-1']]);
    await remove(newest.id);
    expect(await read(old.id)).toEqual(['RS-2', [], []]);
    // Of a deleted tool nothing else is told.
    expect(await read(newest.id)).toEqual([undefined, [], []]);
    expect(await expectLinked(newer.id, { replaces: [] })).toMatchObject({ replaces: [] });
    expect(await read(old.id)).toEqual([undefined, [], []]);
  });

  it('reach a tool that was deleted before, by its part number', async () => {
    const old = await makeNumbered('DE-1');
    await remove(old.id);
    const successor = await makeNumbered('DE-2');
    expect(await expectLinked(successor.id, { replaces: ['DE-1'] })).toMatchObject({
      replaces: [{ _id: old.id, state: 'deleted' }],
    });
    expect((await readRelated(old.id)).successor).toMatchObject({ _id: successor.id });
  });

  it('are refused if a tool has another successor, or they form a circle or too long a chain', async () => {
    const [a, b, c] = [await makeNumbered('CI-1'), await makeNumbered('CI-2'), await makeNumbered('CI-3')];
    await expectLinked(a.id, { replacedBy: b.id });
    expect(await link(c.id, { replaces: ['CI-1'] })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', field: 'replaces', message: texts.hasSuccessor('CI-1', 'CI-2') } },
    });
    await expectLinked(b.id, { replacedBy: c.id });
    for (const body of [{ replacedBy: a.id }, { replacedBy: b.id }])
      expect(await link(c.id, body)).toMatchObject({
        status: 409,
        body: { error: { code: 'conflict', message: texts.cycle } },
      });
    expect((await readRelated(c.id)).successor).toBeNull();
    let last = c;
    for (let nth = 4; nth <= 21; nth += 1) {
      const next = await makeNumbered(`CI-${nth}`);
      await expectLinked(last.id, { replacedBy: next.id });
      last = next;
    }
    const tooFar = await makeNumbered('CI-22');
    for (const [id, body] of [
      [last.id, { replacedBy: tooFar.id }],
      [tooFar.id, { replacedBy: a.id }],
    ] as const)
      expect(await link(id, body)).toMatchObject({
        status: 409,
        body: { error: { message: texts.longChain } },
      });
    expect((await readRelated(a.id)).successor).toMatchObject({ _id: last.id });
  });

  it('are held by the database: one successor, none of itself, and no more than 50 to one', async () => {
    const [one, two] = [await makeTool('One'), await makeTool('Two')];
    const insert = (from: string, kind: string, place: number, to: string) =>
      t.asOwner(`insert into tool_links values ('${from}', '${kind}', ${place}, '${to}')`);
    await expect(insert(one.id, 'replacement', 1, two.id)).rejects.toThrow('tool_links_one_successor');
    await expect(insert(one.id, 'accessory', 0, one.id)).rejects.toThrow('tool_links_to_others');
    await expect(insert(one.id, 'spare_part', 50, two.id)).rejects.toThrow('tool_links_place_check');
    await expect(insert(one.id, 'fits', 0, two.id)).rejects.toThrow('tool_links_kind_check');
    const many = await Promise.all(Array.from({ length: 50 }, () => t.makeTool()));
    expect((await expectLinked(two.id, { replaces: many.map(({ id }) => id) })).replaces).toHaveLength(50);
    const more = await makeTool('One more');
    expect(await link(more.id, { replacedBy: two.id })).toMatchObject({
      status: 409,
      body: { error: { message: texts.manyReplaced(50) } },
    });
  });
});

it('says nothing of a draft that was deleted before anybody saw it', async () => {
  const [shown, draft] = [await makeTool('Shown'), await makeTool('Prototype')];
  await t.shop.db.updateTable('tools').set({ img: null }).where('id', '=', draft.id).execute();
  await expectLinked(shown.id, { replaces: [draft.id] });
  expect((await remove(draft.id)).status).toBe(200);
  expect((await readRelated(shown.id)).discontinued).toEqual([]);
});

describe('the part number of a discontinued tool', () => {
  const makeNumbered = (partNumber: string, name: string) => t.makeTool({ name, partNumber, onHand: 50 });
  const found = async (q: string) => {
    const query = `q=${encodeURIComponent(q)}`;
    const { body } = await t.call<{ name: string }[]>('GET', `/tool?${query}`);
    const facets = await t.call<ToolFacets>('GET', `/tool/facets?${query}`);
    const { total, corrected, successor } = facets.body;
    expect(total.count).toBe(body.length);
    return { names: names(body), corrected, successor };
  };
  const read = async (text: string) => {
    const { token } = await t.makeUser();
    const { body } = await t.call<{ lines: QuickOrderLine[] }>('POST', '/quick-order', {
      token,
      body: { text },
    });
    return body.lines.map(({ outcome, reason, quantity, tools }) => ({
      ...{ outcome, reason, quantity },
      tools: tools.map(({ partNumber }) => partNumber),
    }));
  };

  it('finds its successor, in searches and in pasted lists, which ask', async () => {
    const old = await makeNumbered('QX-100', 'Rotary tool');
    const between = await makeNumbered('QX-200', 'Rotary tool, quieter');
    const now = await makeNumbered('ZK 7', 'Multitool');
    await expectLinked(old.id, { replacedBy: between.id });
    await expectLinked(between.id, { replacedBy: now.id });
    // As long as it is sold, its number is its own.
    expect(await found('qx-100')).toEqual({ names: ['Rotary tool'], corrected: null, successor: null });
    expect(await read('QX-100 3')).toEqual([
      { outcome: 'matched', reason: null, quantity: 3, tools: ['QX-100'] },
    ]);
    await remove(old.id);
    const successor = { name: 'Multitool', part_number: 'ZK 7' };
    expect(await found('qx-100')).toEqual({ names: ['Multitool'], corrected: 'ZK 7', successor });
    const asked = { outcome: 'asked', reason: 'replaced', tools: ['ZK 7'] };
    expect(await read('QX-100 3\n5 x qx-100 rotary tool\nQX100\nZK 7\t2')).toEqual([
      { ...asked, quantity: 3 },
      { ...asked, quantity: 5 },
      { ...asked, quantity: 1 },
      { outcome: 'matched', reason: null, quantity: 2, tools: ['ZK 7'] },
    ]);
    await remove(now.id);
    expect((await found('QX-100')).names).toEqual(['Rotary tool, quieter']);
    // Another tool that has the number now comes first.
    await makeNumbered('QX-100', 'Drum');
    expect(await found('QX-100')).toEqual({ names: ['Drum'], corrected: null, successor: null });
    expect(await read('QX-100 3')).toMatchObject([{ outcome: 'matched', tools: ['QX-100'] }]);
  });

  it('finds a successor that has no part number', async () => {
    const old = await makeNumbered('NN-100', 'Belt grinder');
    const now = await makeTool('Bench grinder with guard');
    await expectLinked(now.id, { replaces: ['NN-100'] });
    await remove(old.id);
    expect(await found('NN-100')).toMatchObject({
      names: ['Bench grinder with guard'],
      successor: { name: 'Bench grinder with guard', part_number: null },
    });
    expect(await read('NN-100')).toMatchObject([{ reason: 'replaced', quantity: 1 }]);
  });
});

it('takes over accessories that the version before pins meanwhile', async () => {
  const [drill, bits, chuck] = [await makeTool('Drill'), await makeTool('Bits'), await makeTool('Chuck')];
  await expectLinked(drill.id, { accessories: [bits.id], spareParts: [chuck.id] });
  await t.asOwner(
    `insert into tool_accessories values ('${drill.id}', 0, '${chuck.id}'), ('${drill.id}', 1, '${bits.id}')`,
  );
  expect((await related(drill.id)).accessories).toEqual(['Chuck', 'Bits']);
  await t.asOwner(`delete from tool_accessories where tool_id = '${drill.id}'`);
  expect((await related(drill.id)).accessories).toEqual([]);
  expect(names((await readRelated(drill.id)).spareParts)).toEqual(['Chuck']);
});
