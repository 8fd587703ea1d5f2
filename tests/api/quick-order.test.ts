import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { QuickOrderLine } from '#features/quick-order/contract.ts';
import { fitQuantity } from '#features/quick-order/contract.ts';
import { lineWords, wordsIn, wordsToLookUp } from '#pasted-lists';
import { countOrders } from '#tests/support/buying.ts';
import { countWork } from '#tests/support/count-work.ts';
import { addDemoSpecifications, type DemoTool, makeDemoTools } from '#tests/support/demo-tools.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { quickOrderLines } from '#tests/support/quick-order-lines.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const buyer = setUp(() => t.makeUser());
let demo: DemoTool[];
beforeAll(async () => {
  demo = await makeDemoTools(t);
  await addDemoSpecifications(t, demo);
  for (const { id, partNumber, packStep = 1 } of demo)
    await t.asOwner(
      `update tools set part_number = '${partNumber}', pack_step = ${packStep} where id = '${id}'`,
    );
});

const AT_ONCE = 50;

/** Distinct words of three letters. */
const distinct = (many: number) =>
  Array.from({ length: many }, (_, nth) =>
    [nth % 26, (nth / 26) % 26, (nth / 676) % 26]
      .map((letter) => String.fromCodePoint(97 + Math.floor(letter)))
      .join(''),
  );

/** The shop's answer to a line, in the form of the expected answers. */
function told({ outcome, quantity, tools: [tool] }: QuickOrderLine): string {
  if (outcome !== 'matched') return outcome === 'asked' ? 'asked' : 'not found';
  return tool && quantity !== null ? `${tool.partNumber} ${fitQuantity(quantity, tool).quantity}` : 'nothing';
}

describe('about two hundred lines read by a clerk', () => {
  const answers: string[] = [];
  beforeAll(async () => {
    for (let at = 0; at < quickOrderLines.length; at += AT_ONCE) {
      const text = quickOrderLines
        .slice(at, at + AT_ONCE)
        .map(([line]) => line)
        .join('\n');
      const { status, body } = await t.call<{ lines: QuickOrderLine[] }>('POST', '/quick-order', {
        token: buyer.token,
        body: { text },
      });
      expect(status).toBe(200);
      answers.push(...body.lines.map(told));
    }
  });

  test('are answered correctly, except one in twenty at most', () => {
    const wrong = quickOrderLines.flatMap(([line, right], index) =>
      answers[index] === right ? [] : [`${line}: ${answers[index]}, not ${right}`],
    );
    expect(answers).toHaveLength(202);
    expect(wrong.slice(10)).toEqual([]);
  });

  test('are never answered wrongly without asking', () => {
    const guessed = quickOrderLines.flatMap(([line, right], index) => {
      const answer = answers[index] ?? '';
      return answer === right || answer === 'asked' || answer === 'not found' ? [] : [`${line}: ${answer}`];
    });
    expect(guessed).toEqual([]);
  });
});

const read = (text: unknown) =>
  t.call<{ lines: QuickOrderLine[] } & ErrorReply>('POST', '/quick-order', {
    token: buyer.token,
    body: { text },
  });

describe('a pasted list', () => {
  test('is answered line by line, under its own line numbers', async () => {
    const { body } = await read('20 claw hamers\n\nhammer\nBW-105;7\n2 ladders\n');
    expect(body.lines).toMatchObject([
      {
        line: 1,
        text: '20 claw hamers',
        outcome: 'matched',
        reason: null,
        quantity: 20,
        corrected: 'claw hammer',
      },
      { line: 3, outcome: 'asked', reason: 'several', quantity: 1, corrected: null },
      {
        line: 4,
        outcome: 'matched',
        quantity: 7,
        tools: [{ partNumber: 'BW-105', minOrderQuantity: 4, packStep: 2 }],
      },
      { line: 5, outcome: 'not_found', tools: [] },
    ]);
    expect(body.lines[1]?.tools.map(({ partNumber }) => partNumber).sort()).toEqual([
      'BW-105',
      'TH-105',
      'TH-115',
    ]);
  });

  test('is matched to known part numbers first, and to quantities second', async () => {
    const numbers = ['4711', '4006381333931', '0004713', 'ABC-XYZ', '500'];
    for (const partNumber of numbers)
      await t.makeTool({ name: `Gimlet ${partNumber.length} in`, partNumber });
    const answers = async (text: string) =>
      (await read(text)).body.lines.map(({ reason, quantity, tools }) => [
        tools.map(({ partNumber }) => partNumber).join(' '),
        quantity,
        reason,
      ]);
    for (const number of numbers)
      expect(
        await answers(['', '\t5', ' 5', ' x 5', 'x5', ';5'].map((end) => number + end).join('\n')),
      ).toEqual([1, 5, 5, 5, 5, 5].map((quantity) => [number, quantity, null]));
    expect(await answers('5\t4711\n5 4711\n5 x 4711\nPart number;Qty\n4713 5')).toEqual([
      ['4711', 5, null],
      ['4711', 5, null],
      ['4711', 5, null],
      expect.anything(),
      ['', 4713, null],
    ]);
    expect(await answers('Part number;Qty\n4711;500\nabc-xyz;3')).toEqual([
      ['4711', 500, null],
      ['ABC-XYZ', 3, null],
    ]);
    const both = await read('4711\t500\n500 4711\n4711 x 500\nBW-105 500\n500 claw hammers');
    expect(both.body.lines.map(({ outcome, quantity, tools }) => [outcome, quantity, tools.length])).toEqual(
      Array(5).fill(['asked', null, 2]),
    );
  });

  test('of a spreadsheet is read by its columns', async () => {
    const { body } = await read('Qty\tPart no.\tPrice\n12\tOS-110\t9.50\n3\tDM-110\t120,00');
    expect(body.lines.map((line) => [line.outcome, line.quantity, line.tools[0]?.partNumber])).toEqual([
      ['matched', 12, 'OS-110'],
      ['matched', 3, 'DM-110'],
    ]);
  });

  test('gives the reason for asking about a line', async () => {
    const { body } = await read(
      'BW-105 hacksaw\nBW-105 xylophone\nhacksaw 12\n0 hacksaws\n20 oz claw hammer\nsaw',
    );
    expect(body.lines.map(({ reason }) => reason)).toEqual([
      'number_and_name',
      'number_and_name',
      'size',
      'quantity',
      'similar',
      'several',
    ]);
  });

  test('leaves the quantity open where the number is a size of any matching tool', async () => {
    const { body } = await read('saw 10\n3 saws\nhacksaw 12\nVT-110 hacksaw 12');
    expect(body.lines.map(({ reason, quantity }) => [reason, quantity])).toEqual([
      ['several', null],
      ['several', 3],
      ['size', null],
      ['number_and_name', null],
    ]);
  });

  test('asks where more tools match its words than are checked', async () => {
    await t.makeTool({ name: 'Quoin key, 3 in', partNumber: 'QK-300' });
    const outcomes = async () =>
      (await read('quoin key\n3 in quoin key\nQK-300')).body.lines.map(({ outcome, reason }) => [
        outcome,
        reason,
      ]);
    expect(await outcomes()).toEqual(Array(3).fill(['matched', null]));
    for (let nth = 0; nth < 12; nth++) await t.makeTool({ name: `Rack ${nth}, quoin key` });
    expect(await outcomes()).toEqual([
      ['asked', 'several'],
      ['matched', null],
      ['matched', null],
    ]);
  });

  test('is refused when too long, empty or not text, naming the field', async () => {
    for (const text of ['', '  \n ', 7, undefined, 'saw\u0000', 'x'.repeat(20_001), 'saw\n'.repeat(201)]) {
      const { status, body } = await read(text);
      expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_input', 'text']);
    }
    expect((await read('saw\n'.repeat(200))).body.lines).toHaveLength(200);
  });

  test('of one endless word costs no more than one of a long word', async () => {
    const { lines } = (await read(`3 ${'hammer'.repeat(3_333)}`)).body;
    expect(lines).toMatchObject([{ outcome: 'not_found', quantity: 3 }]);
    expect(wordsToLookUp(wordsIn(lineWords('x'.repeat(20_000))), new Map()).length).toBeLessThan(500);
  });

  test('of the longest and worst text allowed costs little more than one of names', {
    tags: ['sweep'],
  }, async () => {
    const worst = {
      'one short word': Array<string>(6_600).fill('ab'),
      'different words': distinct(4_900),
      'words and sizes of tools': Array<string>(400).fill('claw hammer 16 oz, vise grinder 18 V, saw 10 in'),
      'what may be part numbers': distinct(3_900).map((word) => `${word}7`),
      digits: ['1'.repeat(19_900), 'x 3'],
      cells: distinct(4_900).map((word) => `${word};`),
      quotes: Array<string>(3_300).fill('";"";'),
      commas: ['saw', ','.repeat(19_900), 'saw'],
      'long words': distinct(600).map((word) => word.repeat(10)),
      'letters outside the first plane': ['x', '\u{10330}'.repeat(9_900)],
      'letters that stand for eighteen': Array<string>(900).fill('\ufdfa'),
    };
    const lists = Object.entries(worst).flatMap(([what, words]) => {
      const line = words.join(' ').slice(0, 19_800);
      return [
        { what: `${what}, in a line`, text: line },
        { what: `${what}, in lines`, text: line.replaceAll(/(.{99})/gu, '$1\n') },
      ];
    });
    const counts = await countWork(
      lists.map(
        ({ text }) =>
          async () =>
            expect((await read(text)).status).toBe(200),
      ),
    );
    const dear = lists.flatMap(({ what }, nth) =>
      (counts[nth] ?? 0) > 3_000_000 ? [`${what}: ${counts[nth]}`] : [],
    );
    expect(dear).toEqual([]);
  });

  test('of ligatures that expand beyond the maximum length is refused', async () => {
    const { status, body } = await read('\ufdfa'.repeat(4_000));
    expect([status, body.error.field]).toEqual([400, 'text']);
  });

  test('longer than any name is matched by part number only, with the quantity at its end', async () => {
    const more = 'and '.repeat(250);
    const { lines } = (
      await read(
        `claw hammer ${more} x 7\nBW-105 ${more} x 7\nclaw hammer and x 7\n${distinct(300).join(' ')} x 7`,
      )
    ).body;
    expect(lines.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([
      ['asked', 7],
      ['matched', 7],
      ['matched', 7],
      ['not_found', 7],
    ]);
  });

  test('finds no tool that has left the shop', async () => {
    const { id } = await t.makeTool({ name: 'Quarry pick, 5 lb', partNumber: 'QP-1000' });
    expect((await read('quarry pick\nQP-1000')).body.lines.map(({ outcome }) => outcome)).toEqual([
      'matched',
      'matched',
    ]);
    await t.asOwner(`update tools set deleted_at = now() where id = '${id}'`);
    expect((await read('quarry pick\nQP-1000')).body.lines.map(({ outcome }) => outcome)).toEqual([
      'not_found',
      'not_found',
    ]);
  });
});

const where = { phone: '+1 555 0100', address: '1 Yard Lane' };
const place = (lines: unknown, options: { token?: string; key?: string } = {}) =>
  t.call<{ orders: Order[] } & ErrorReply>('POST', '/orders/batch', {
    token: options.token ?? buyer.token,
    body: { lines, ...where },
    headers: options.key ? { 'idempotency-key': options.key } : {},
  });

test('a pasted list is read in singular and plural, and sizes however they are written', async () => {
  await t.makeTool({ name: 'Shelf bracket knife, M8x40', partNumber: 'SBK-1' });
  await t.makeTool({ name: 'Storage boxes, Ø22x1', partNumber: 'SB-2' });
  const { body } = await t.call<{ lines: QuickOrderLine[] }>('POST', '/quick-order', {
    token: buyer.token,
    body: {
      text: '3 shelf bracket knives M8 x 40\nstorage box 22 × 1\n2 x storage box Ø 22x1\n4.00638E+12\t5',
    },
  });
  expect(body.lines.map(told)).toEqual(['SBK-1 3', 'SB-2 1', 'SB-2 2', 'not found']);
});

describe('several orders at once', () => {
  const toolOf = (number: string) => demo.find(({ partNumber }) => partNumber === number)?.id ?? '';

  test('are all placed, at the price of each quantity, without an email', async () => {
    await t.runJobs();
    const lines = [
      { toolId: toolOf('BW-105'), quantity: 24, price: 24 * 24.5 },
      { toolId: toolOf('DM-110'), quantity: 2 },
    ];
    const { status, body } = await place(lines);
    expect(status).toBe(201);
    expect(body.orders.map(({ minQuantity, state, phone }) => [minQuantity, state, phone])).toEqual([
      [24, 'unpaid', where.phone],
      [2, 'unpaid', where.phone],
    ]);
    expect(await jobsOf(t.shop.db, ['send-mail', 'tell-staff'])).toEqual([]);
  });

  test('are placed all or none, naming the line', async () => {
    const good = { toolId: toolOf('BW-105'), quantity: 24 };
    const before = await countOrders(t);
    for (const [bad, status, code] of [
      [{ toolId: toolOf('BW-105'), quantity: 5 }, 400, 'invalid_input'],
      [{ toolId: toolOf('BW-105'), quantity: 100_000 }, 400, 'invalid_input'],
      [{ toolId: toolOf('BW-110'), quantity: 6 }, 409, 'out_of_stock'],
      [{ toolId: toolOf('BW-105'), quantity: 24, price: 1 }, 409, 'price_changed'],
      [{ toolId: buyer.userId, quantity: 1 }, 404, 'not_found'],
    ] as const) {
      const reply = await place([good, bad]);
      expect([reply.status, reply.body.error.code, reply.body.error.field]).toEqual([
        status,
        code,
        'lines.1',
      ]);
    }
    for (const lines of [[], Array(51).fill(good), undefined, 'x', [{ toolId: 'x', quantity: 1 }]])
      expect((await place(lines)).status).toBe(400);
    expect(await countOrders(t)).toBe(before);
  });

  test('are placed once, however often and concurrently they are sent', async () => {
    const before = await countOrders(t);
    const lines = [{ toolId: toolOf('DM-110'), quantity: 1 }];
    const replies = await Promise.all(Array.from({ length: 8 }, () => place(lines, { key: 'once' })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => body.orders[0]?._id)).size).toBe(1);
    expect(await countOrders(t)).toBe(before + 1);
    expect((await place([{ toolId: toolOf('DM-110'), quantity: 2 }], { key: 'once' })).status).toBe(422);
  });

  test('are placed by staff only for a customer, in whose name no email is sent', async () => {
    const [customer, staff] = [await t.makeUser(), await t.makeUser({ role: 'staff' })];
    const ask = (token: string, email: string) =>
      t.call<{ orders: Order[] } & ErrorReply>('POST', '/orders/batch', {
        token,
        body: { lines: [{ toolId: toolOf('DM-110'), quantity: 1 }], ...where, customer: email },
      });
    const before = await countOrders(t);
    expect(await ask(buyer.token, customer.email)).toMatchObject({
      status: 403,
      body: { error: { code: 'not_allowed' } },
    });
    expect(await ask(staff.token, 'nobody@example.com')).toMatchObject({
      status: 404,
      body: { error: { field: 'customer' } },
    });
    expect(await countOrders(t)).toBe(before);
    const { status, body } = await ask(staff.token, customer.email);
    expect([status, body.orders[0]?.email]).toEqual([201, customer.email]);
    const jobs = await jobsOf(t.shop.db, ['send-mail']);
    expect(JSON.stringify(jobs.map(({ data }) => data))).not.toContain(body.orders[0]?._id);
    const trail = await t.asOwner(
      `select actor, actor_id from audit_events where order_id = '${body.orders[0]?._id}' and action = 'order_placed'`,
    );
    expect(trail).toEqual([{ actor: 'staff', actor_id: staff.userId }]);
  });

  test('are refused to a blocked buyer', async () => {
    const blocked = await t.makeUser();
    await t.asOwner(`update users set blocked_reason = 'Fraud' where id = '${blocked.userId}'`);
    const reply = await place([{ toolId: toolOf('DM-110'), quantity: 1 }], { token: blocked.token });
    expect([reply.status, reply.body.error.code]).toEqual([403, 'account_blocked']);
  });
});
