import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type Tool, toolDetailsSchema } from '#features/catalogue/contract.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { Reply } from '#tests/support/test-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const user = setUp(() => t.makeUser());
const pictured = setUp(() => t.makeTool({ name: 'Lends its picture' }));

/** The body that the Add a tool form sends. */
function newTool(change: Record<string, unknown> = {}) {
  return {
    name: 'Bench vice, 125 mm',
    description: 'Holds what must not move.',
    min_order_quantity: 2,
    available_quantity: 40,
    price: 89.95,
    img: pictured.img,
    ...change,
  };
}

function add(body: unknown, token: string | undefined = admin.token) {
  return t.call<{ insertedId: string } & ErrorReply>('POST', '/tool', { token, body });
}

/** Follows `Link` from page to page; runs `between` after each page. */
async function walk(path: string, between: () => Promise<unknown> = async () => undefined): Promise<Tool[]> {
  const seen: Tool[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const reply: Reply<Tool[]> = await t.call('GET', next);
    expect(reply.status).toBe(200);
    seen.push(...reply.body);
    next = nextPage(reply.headers);
    if (next) await between();
  }
  return seen;
}

async function countTools(): Promise<number> {
  const rows = await t.shop.db.selectFrom('tools').select('id').where('deleted_at', 'is', null).execute();
  return rows.length;
}

describe('POST /tool', () => {
  test('adds a tool that everybody can see, exactly as it was sent', async () => {
    const added = await add(newTool({ category: 'Hand tools', brand: 'Ostrand' }));
    expect(added.status).toBe(200);
    const { status, body } = await t.call('GET', `/tool/${added.body.insertedId}`);
    expect(status).toBe(200);
    expect(z.strictObject(toolDetailsSchema.shape).parse(body)).toEqual({
      _id: added.body.insertedId,
      ...newTool({ category: 'Hand tools', brand: 'Ostrand' }),
      unit_price: 89.95,
      gtin: null,
      picture: { width: 800, height: 600, colour: '#eeeeee', webp: `${pictured.img} 800w`, avif: null },
      pictures: [],
      rating: null,
      part_number: null,
      family: null,
      rating_count: 0,
      version: 1,
      specifications: [],
      weight_grams: null,
      length_mm: null,
      width_mm: null,
      height_mm: null,
      pack_step: 1,
      price_breaks: [],
      overtaken_breaks: [],
      brand_picture: null,
      documents: [],
      measure_price: null,
      lowestPrice30Days: null,
      reduced_until: null,
      former_price: null,
      content: null,
      manufacturer: null,
      responsible_person: null,
      safety_warnings: null,
      has_own_text: true,
      own_safety: {
        manufacturer_name: null,
        manufacturer_address: null,
        manufacturer_email: null,
        responsible_person: null,
        safety_warnings: null,
      },
      guarantee_years: null,
      guarantee_maker: null,
      disposal: null,
      disposal_note: null,
      prop65_warning: null,
    });
  });

  test('needs no category or brand', async () => {
    const added = await add(newTool());
    const { body } = await t.call<Tool>('GET', `/tool/${added.body.insertedId}`);
    expect(body).toMatchObject({ category: null, brand: null });
  });

  test.each([
    ['name', undefined, 'Tool is required'],
    ['name', '   ', 'Tool is required'],
    ['name', 'x'.repeat(201), 'Name must be 200 characters or shorter'],
    ['description', '', 'Description is required'],
    ['description', 'x'.repeat(5001), 'Description must be 5000 characters or shorter'],
    ['min_order_quantity', undefined, 'Minimum Order Quantity is required'],
    ['min_order_quantity', 0, 'Minimum Order Quantity must be at least 1'],
    ['min_order_quantity', 1.5, 'Minimum Order Quantity must be a whole number'],
    ['available_quantity', '40', 'Available Quantity is required'],
    ['available_quantity', 2_147_483_648, 'Available Quantity is too large'],
    ['price', undefined, 'Price is required'],
    ['price', 0, 'Price must be more than 0'],
    ['price', -3, 'Price must be more than 0'],
    ['price', 1.999, 'Price can have at most 2 decimal places'],
    ['price', 1_000_000, 'Price is too high'],
    ['img', '', 'Image is required'],
    ['img', 'https://elsewhere.example/hammer.jpg', 'Please upload the picture first'],
    ['img', '/pictures/00000000000000000000000000000000-800.webp', 'Please upload the picture first'],
    ['brand', 'x'.repeat(61), 'Brand must be 60 characters or shorter'],
  ])('refuses %s %j', async (field, value, message) => {
    const before = await countTools();
    const { status, body } = await add(newTool({ [field]: value }));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_input', field, message });
    expect(await countTools()).toBe(before);
  });

  test('refuses a body that is not JSON', async () => {
    const reply = await fetch(`${t.url}/tool`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: '{"name":',
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error: { code: 'invalid_input', field: 'body' } });
  });

  test('is for admins, and changes nothing for anyone else', async () => {
    const before = await countTools();
    const unverified = await t.makeUser({ role: 'admin', verified: false });
    expect((await t.call('POST', '/tool', { body: newTool() })).status).toBe(401);
    expect((await add(newTool(), 'not.a.token')).status).toBe(401);
    expect((await add(newTool(), user.token)).status).toBe(403);
    expect((await add(newTool(), unverified.token)).status).toBe(403);
    expect(await countTools()).toBe(before);
  });
});

describe('GET /tool/{id}', () => {
  test('answers 404 for an unknown tool', async () => {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool/${uuid()}`);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'not_found', message: 'We can’t find that tool' });
  });

  test.each(['1', 'undefined', "'%20or%201=1", 'x'.repeat(250)])('returns 400 for the ID %s', async (id) => {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool/${id}`);
    expect(status).toBe(400);
    expect(body.error.field).toBe('id');
  });
});

describe('DELETE /tool/{id}', () => {
  test('removes the tool from the shop, once', async () => {
    const { id } = await t.makeTool();
    const deleted = await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect((await t.call('GET', `/tool/${id}`)).status).toBe(404);
    expect((await walk('/tool')).map(({ _id }) => _id)).not.toContain(id);
    expect((await t.call('DELETE', `/tool/${id}`, { token: admin.token })).status).toBe(404);
  });

  test('is for admins, and keeps the tool for anyone else', async () => {
    const { id } = await t.makeTool();
    expect((await t.call('DELETE', `/tool/${id}`)).status).toBe(401);
    expect((await t.call('DELETE', `/tool/${id}`, { token: user.token })).status).toBe(403);
    expect((await t.call('GET', `/tool/${id}`)).status).toBe(200);
  });

  test('answers 400 for a malformed id', async () => {
    expect((await t.call('DELETE', '/tool/7', { token: admin.token })).status).toBe(400);
  });
});

describe('GET /tool', () => {
  test('matches each word in name, brand or category, ignoring case', async () => {
    const saw = await t.makeTool({ name: 'Zebra saw', brand: 'Quillfeather', category: 'Oddments' });
    const file = await t.makeTool({ name: 'Zebra file', brand: 'Other', category: 'Oddments' });
    const ids = async (query: string) => (await walk(`/tool?${query}`)).map(({ _id }) => _id);
    expect(await ids('q=zebra')).toEqual([file.id, saw.id]);
    expect(await ids('q=QUILL%20zebra')).toEqual([saw.id]);
    expect(await ids('q=oddments%20file')).toEqual([file.id]);
    expect(await ids('q=zebra%20nowhere')).toEqual([]);
    expect(await ids('category=Oddments')).toEqual([file.id, saw.id]);
    expect(await ids('category=Oddments&q=saw')).toEqual([saw.id]);
    expect(await ids('category=Oddm')).toEqual([]);
  });

  test('counts all matches on every page', async () => {
    await t.makeTool({ name: 'Counted one' });
    await t.makeTool({ name: 'Counted two' });
    await t.makeTool({ name: 'Counted three' });
    const first = await t.call<Tool[]>('GET', '/tool?q=counted&limit=2');
    expect(first.headers.get('x-total-count')).toBe('3');
    expect(first.body).toHaveLength(2);
    const next = nextPage(first.headers) ?? '';
    expect(next).toMatch(/^\/tool\?q=counted&limit=2&cursor=[\w-]+$/);
    const second = await t.call<Tool[]>('GET', next);
    expect(second.body.map(({ name }) => name)).toEqual(['Counted one']);
    expect(second.headers.get('x-total-count')).toBe('3');
    expect(second.headers.get('link')).toBeNull();
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=7', 'cursor'],
    [`q=${'x'.repeat(201)}`, 'q'],
    [`category=${'x'.repeat(61)}`, 'category'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await t.call<ErrorReply>('GET', `/tool?${query}`);
    expect(status).toBe(400);
    expect(body.error.field).toBe(field);
  });

  test('refuses a character that cannot be searched', async () => {
    expect((await t.call('GET', '/tool?q=a%00b')).status).toBe(400);
  });

  test('returns each of 250 tools once, newest first, while others are added', async () => {
    const made: string[] = [];
    for (let number = 0; number < 250; number += 1) {
      made.push((await t.makeTool({ name: `Shelf ${number}`, category: 'Shelf' })).id);
    }
    const seen = await walk('/tool?category=Shelf', () => t.makeTool({ category: 'Shelf' }));
    expect(seen.map(({ _id }) => _id)).toEqual(made.toReversed());
    const all = await t.call<Tool[]>('GET', '/tool');
    expect(all.body).toHaveLength(100);
  });

  test('answers 304 to a client that has the list, until it changes', async () => {
    const first = await t.call<Tool[]>('GET', '/tool');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const headers = { 'if-none-match': etag };
    expect(await t.call('GET', '/tool', { headers })).toMatchObject({ status: 304, body: '' });
    await t.makeTool();
    const changed = await t.call<Tool[]>('GET', '/tool', { headers });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  test('answers an unsupported method with a JSON error', async () => {
    const { status, body } = await t.call<ErrorReply>('PUT', '/tool', { body: {} });
    expect(status).toBe(405);
    expect(body.error.code).toBe('method_not_allowed');
  });
});
