import { once } from 'node:events';
import { connect } from 'node:net';
import { parse as parseStrictly } from '@vanillaes/csv';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { buy, orderBody } from '#tests/support/buying.ts';
import { checkFile } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser({ name: '=cmd()' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const plane = setUp(() =>
  t.makeTool({
    name: 'Bench plane, “No. 5”',
    description: 'Planes.\nQuietly; "well".',
    priceCents: 1_990,
    minOrderQuantity: 2,
    onHand: 3,
    brand: 'Ölner',
  }),
);

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1"];

beforeAll(async () => {
  for (const name of formulas) await t.makeTool({ name, onHand: 90, category: 'Odd' });
});

/** The response, as bytes and as rows by column name. */
async function take(path: string, user: TestUser) {
  const response = await fetch(new URL(path, t.url), { headers: { authorization: `Bearer ${user.token}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  const rows: Record<string, string>[] = parse(bytes, { bom: true, columns: true });
  return { status: response.status, headers: response.headers, bytes, rows };
}

describe('GET /exports/tools.csv', () => {
  it('is a CSV file that spreadsheets recognize', async () => {
    const { status, headers, bytes } = await take('/exports/tools.csv', admin);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const day = t.clock.now().toISOString().slice(0, 10);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="tools-${day}.csv"`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head] = bytes.toString().slice(1).split('\r\n');
    expect(head).toBe(
      'part_number,name,description,category,brand,gtin,price,former_price,reduced_until,min_order_quantity,available_quantity,pack_step,weight_grams,length_mm,width_mm,height_mm,specifications,price_breaks,content,manufacturer_name,manufacturer_address,manufacturer_email,responsible_person,safety_warnings,guarantee_years,guarantee_maker,disposal,disposal_note,prop65_warning,img,pictures,family,accessories,spare_parts,replaced_by,replacement_for,documents,_id',
    );
  });

  it('has every field of every tool unchanged, oldest first', async () => {
    const gone = await t.makeTool({ name: 'Gone' });
    await t.call('DELETE', `/tool/${gone.id}`, { token: admin.token });
    const { rows } = await take('/exports/tools.csv', admin);
    expect(rows).toHaveLength(1 + formulas.length);
    expect(rows[0]).toEqual({
      part_number: '',
      gtin: '',
      name: 'Bench plane, “No. 5”',
      description: 'Planes.\nQuietly; "well".',
      category: '',
      brand: 'Ölner',
      price: '19.90',
      former_price: '',
      reduced_until: '',
      min_order_quantity: '2',
      available_quantity: '3',
      pack_step: '1',
      weight_grams: '',
      length_mm: '',
      width_mm: '',
      height_mm: '',
      specifications: '',
      price_breaks: '',
      content: '',
      manufacturer_name: '',
      manufacturer_address: '',
      manufacturer_email: '',
      responsible_person: '',
      safety_warnings: '',
      guarantee_years: '',
      guarantee_maker: '',
      disposal: '',
      disposal_note: '',
      prop65_warning: '',
      img: plane.img,
      pictures: '',
      family: '',
      accessories: '',
      spare_parts: '',
      replaced_by: '',
      replacement_for: '',
      documents: '',
      _id: plane.id,
    });
  });

  it('lets no cell begin like a formula', async () => {
    const { rows } = await take('/exports/tools.csv', admin);
    expect(rows.slice(1).map(({ name }) => name)).toEqual(formulas.map((name) => `'${name}`));
  });

  it('is filtered like the list', async () => {
    const low = await take('/exports/tools.csv?stock=low', admin);
    expect(low.rows.map(({ _id }) => _id)).toEqual([plane.id]);
    const found = await take('/exports/tools.csv?q=odd', admin);
    expect(found.rows).toHaveLength(formulas.length);
    expect((await take('/exports/tools.csv?q=odd&stock=low', admin)).rows).toEqual([]);
    const refused = await t.call('GET', '/exports/tools.csv?stock=high', { token: admin.token });
    expect(refused).toMatchObject({ status: 400, body: { error: { field: 'stock' } } });
  });

  it('is complete over many blocks', async () => {
    await t.asOwner(`
      insert into tools (id, name, description, img, min_order_quantity, on_hand, price_cents)
      select gen_random_uuid(), 'Nail ' || n, 'Holds.', (select img from tools limit 1), 1, 0, 100
      from generate_series(1, 1200) n`);
    const { rows } = await take('/exports/tools.csv?q=nail', admin);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(1200);
  });

  it('releases its connection when the client stops reading', async () => {
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
        socket.write(
          `GET /exports/tools.csv HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${admin.token}\r\n\r\n`,
        );
        await once(socket, 'data');
        socket.destroy();
      }),
    );
    expect((await take('/exports/tools.csv?q=plane', admin)).rows).toHaveLength(1);
  });
});

describe('GET /exports/orders.csv', () => {
  it('has the orders that match the filters, for staff', async () => {
    const order = await buy(t, ada, plane.id, 2);
    const worded = orderBody((await t.makeTool({ onHand: 9 })).id);
    const words = { purchaseOrderNumber: '=PO-7731', buyerNote: 'Ring twice.\nThe yard is at the back.' };
    const { body: unpaid } = await t.call<Order>('POST', '/orders', {
      token: ada.token,
      body: { ...worded, ...words },
    });
    const { status, rows } = await take('/exports/orders.csv?status=paid', staff);
    expect(status).toBe(200);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      number: order.number,
      state: 'paid',
      shippedAt: '',
      userName: "'=cmd()",
      email: ada.email,
      toolId: plane.id,
      minQuantity: '2',
      unitPrice: '19.90',
      price: '39.80',
      currency: 'usd',
    });
    expect((await take('/exports/orders.csv', staff)).rows.map(({ number }) => number)).toEqual([
      order.number,
      unpaid.number,
    ]);
    expect((await take('/exports/orders.csv?maxTotal=0.01', staff)).rows).toEqual([]);
    const ticked = await take(`/exports/orders.csv?ids=${unpaid._id}`, staff);
    expect(ticked.rows).toEqual([
      expect.objectContaining({ number: unpaid.number, ...words, purchaseOrderNumber: "'=PO-7731" }),
    ]);
    const refused = await t.call('GET', '/exports/orders.csv?ids=1,2', { token: staff.token });
    expect(refused).toMatchObject({ status: 400, body: { error: { field: 'ids' } } });
  });
});

describe('GET /exports/users.csv', () => {
  it('has the users of a role', async () => {
    const { rows, headers } = await take('/exports/users.csv?role=staff', admin);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="users-[\d-]{10}\.csv"$/);
    expect(rows).toEqual([
      expect.objectContaining({ email: staff.email, role: 'staff', emailVerified: 'true', phone: '' }),
    ]);
    expect((await take('/exports/users.csv', admin)).rows).toHaveLength(3);
  });
});

it('records what was exported, and to whom', async () => {
  await take('/exports/users.csv', admin);
  const event = await t.shop.db
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  expect(event).toEqual({ action: 'exported', actor_id: admin.userId, details: { kind: 'users' } });
});

describe('an export, read by an independent strict reader,', () => {
  /** A file's rows by column name, as strictly as RFC 4180 says: all rows have the same number of cells. */
  async function read(path: string, user: TestUser): Promise<Record<string, string>[]> {
    const response = await fetch(new URL(path, t.url), {
      headers: { authorization: `Bearer ${user.token}` },
    });
    const text = Buffer.from(await response.arrayBuffer()).toString();
    const [head = [], ...rows]: string[][] = parseStrictly(text.slice(1));
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set(rows.length > 0 ? [head.length] : []));
    return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
  }

  it('has one row per record in each of the five files, and no cell that begins a formula', async () => {
    const address = "1 Main St\n=cmd|'/c calc'!A1\nBoise ID 83702";
    const saw = await t.makeTool({ onHand: 9, name: 'Saw', category: 'Lines', description: 'A\n-B;=C' });
    const buyer = await t.makeUser({ name: 'Bea' });
    await buy(t, buyer, saw.id, 1);
    const { body: order } = await t.call<Order>('POST', '/orders', {
      token: buyer.token,
      body: { ...orderBody(saw.id), address },
    });
    expect(await read(`/exports/orders.csv?ids=${order._id}`, staff)).toEqual([
      expect.objectContaining({ address: address.replace('=', "'=") }),
    ]);
    expect(await read('/exports/tools.csv?q=lines', admin)).toEqual([
      expect.objectContaining({ description: "A\n'-B;'=C" }),
    ]);
    expect((await read('/exports/users.csv', admin)).length).toBeGreaterThan(3);
    expect((await read('/exports/invoices.csv', staff)).length).toBeGreaterThan(0);
    const lines = 'part_number,name,description,price\r\nL-1,Saw,"A\n=B",0\r\nL-2,"Two\rlines","C",x\r\n';
    const report = await checkFile(t, admin, lines);
    expect(await read(`/imports/${report._id}/errors.csv`, admin)).toEqual([
      expect.objectContaining({ part_number: 'L-1', description: "A\n'=B" }),
      expect.objectContaining({ part_number: 'L-2', name: 'Two\rlines' }),
    ]);
  });
});
