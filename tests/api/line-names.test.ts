import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { Specification } from '#features/catalogue/contract.ts';
import type { MeantTool } from '#features/quick-order/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { buy, expectStatus, orderBody, placeOrder, readOrder } from '#tests/support/buying.ts';
import { refundOrder, refundsOf } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { makeFamily, writeSpecifications } from '#tests/support/sizes.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));

const spec = (name: string, value: string, unit: string | null = null): Specification => ({
  name,
  value,
  unit,
});
const steel = spec('Material', 'Steel');
const screw = (length: string) => ({
  name: 'Wood screw, countersunk',
  partNumber: `WS-${length}`,
  specifications: [steel, spec('Length', length, 'mm')],
});
const screws = setUp(() => makeFamily(t, admin, 'Wood screws', [screw('30'), screw('40'), screw('50')]));
const wrenches = setUp(() =>
  makeFamily(
    t,
    admin,
    'Wrenches',
    ['10', '13'].map((width) => ({
      name: `Wrench, ${width} mm`,
      specifications: [steel, spec('Width', width, 'mm'), spec('Length', `${width}0`, 'mm')],
    })),
  ),
);
const LINE = 'Wood screw, countersunk, Length 40 mm';

async function textOf(path: string): Promise<string> {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${ada.token}` } });
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text.replaceAll('\n', ' ');
}

describe('a line', () => {
  it('states what the members of a family differ in where the name does not, and its part number', async () => {
    const [, forty = ''] = screws.toolIds;
    const order = await placeOrder(t, ada, forty);
    expect([order.toolName, order.partNumber]).toEqual([LINE, 'WS-40']);
    const [ten = ''] = wrenches.toolIds;
    expect((await placeOrder(t, ada, ten)).toolName).toBe('Wrench, 10 mm');
    const alone = await t.makeTool({ name: 'Claw hammer' });
    await writeSpecifications(t, alone.id, [spec('Length', '40', 'mm')]);
    expect((await placeOrder(t, ada, alone.id)).toolName).toBe('Claw hammer');
  });

  it('is the same in a batch, a quick order, and a saved list', async () => {
    const lines = screws.toolIds.map((toolId) => ({ toolId, quantity: 1 }));
    const names = ['30', '40', '50'].map((length) => `Wood screw, countersunk, Length ${length} mm`);
    const { minQuantity: _, toolId: __, ...delivery } = orderBody('', 1);
    const placed = await t.call<{ orders: { toolName: string }[] }>('POST', '/orders/batch', {
      token: ada.token,
      body: { ...delivery, lines },
    });
    expect(expectStatus(placed, 201).orders.map(({ toolName }) => toolName)).toEqual(names);

    const list = await t.call<{ insertedId: string }>('POST', '/lists', {
      token: ada.token,
      body: { name: 'Screws', lines },
    });
    const saved = await t.call<{ lines: { toolName: string }[] }>('GET', `/lists/${list.body.insertedId}`, {
      token: ada.token,
    });
    expect(saved.body.lines.map(({ toolName }) => toolName)).toEqual(names);

    const read = await t.call<{ lines: { tools: MeantTool[] }[] }>('POST', '/quick-order', {
      token: ada.token,
      body: { text: '2 WS-50' },
    });
    expect(read.body.lines[0]?.tools.map(({ name }) => name)).toEqual([names[2]]);
  });

  it('is kept as it was ordered, on papers, emails, and files, when the tool and its family change', async () => {
    const [, forty = ''] = screws.toolIds;
    const order = await buy(t, ada, forty, 2);
    await writeSpecifications(t, forty, [steel, spec('Length', '45', 'mm')]);
    expect((await readOrder(t, ada, order._id)).toolName).toBe(LINE);
    expect((await placeOrder(t, ada, forty)).toolName).toBe('Wood screw, countersunk, Length 45 mm');

    await refundOrder(t, admin, order._id, { quantity: 1, reason: 'Damaged' });
    const [refund] = await refundsOf(t, admin, order._id);
    for (const path of [`/orders/${order._id}/invoice.pdf`, `/refunds/${refund?._id}/credit-note.pdf`]) {
      const text = await textOf(path);
      expect(text).toContain(LINE);
      expect(text).toContain('Part no. WS-40');
    }

    const mails = (await mailsTo(t, ada.email)).filter(({ text }) => text.includes(order.number));
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) expect(text).toContain(`${LINE} (part no. WS-40)`);

    const file = await t.call<string>('GET', '/exports/orders.csv', { token: admin.token });
    const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true });
    const row = rows.find((each) => Object.values(each).includes(order.number));
    expect(Object.values(row ?? {})).toEqual(expect.arrayContaining([LINE, 'WS-40']));
    await writeSpecifications(t, forty, screw('40').specifications);
  });
});
