import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { checkFile, csv, exportTools, moveOn } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

/** A name used nowhere else in the shop. */
const NAME = 'Quokkabohrer';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', TOOL_PAGES: 'public' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

/** Imports a tool without a picture. */
async function importDraft(number: string, name = NAME): Promise<string> {
  const head = 'part_number,name,description,price,available_quantity,category,brand';
  const { _id, drafts, errors } = await checkFile(
    t,
    admin,
    csv(head, `${number},${name},Bores.,5,9,Drills,Quokka`),
  );
  expect({ drafts, errors }).toEqual({ drafts: 1, errors: [] });
  await moveOn(t, admin, _id, 'apply');
  const { body } = await t.call<Tool[]>('GET', `/managetool?q=${number}&sort=match`, { token: admin.token });
  return body[0]?._id ?? '';
}

const editTool = (id: string, body: object) =>
  t.call<ToolDetails>('PATCH', `/tool/${id}`, { token: admin.token, body });

/** The reply to a buyer who orders one. */
const order = (toolId: string) =>
  t.call<Order & ErrorReply>('POST', '/orders', {
    token: buyer.token,
    body: { toolId, minQuantity: 1, phone: '212-555-0147', address: '1 Main St, Albany, NY 12203' },
  });

describe('a tool without a picture', () => {
  let id: string;
  beforeAll(async () => {
    id = await importDraft('QB-1');
  });

  it('is visible to staff as a draft', async () => {
    const token = (await t.makeUser({ role: 'staff' })).token;
    const draft = { _id: id, name: NAME, img: '', picture: null, available_quantity: 9 };
    expect((await t.call('GET', '/managetool?stock=draft', { token })).body).toMatchObject([draft]);
    expect((await t.call('GET', `/managetool/${id}`, { token })).body).toMatchObject({
      ...draft,
      pictures: [],
    });
    expect((await t.call('GET', '/managetool?stock=low', { token })).body).toEqual([]);
  });

  it('appears in no call that buyers can make', async () => {
    // Calls about no tool that do much work: the API description, metrics, all data of a person.
    const isOther = (path: string) => /^\/(metrics|readyz|openapi|docs|api|export|user)/.test(path);
    const read = [...t.routes].filter(([path, methods]) => methods.has('GET') && !isOther(path));
    const paths = read.map(([path]) => path.replace(/:\w+/g, id).replace('*', ''));
    const asking = ['', `?q=${NAME}`, '?brand=Quokka', '?category=Drills', '?sort=price'];
    const told: string[] = [];
    for (const path of paths)
      for (const query of /^\/tool(\/facets)?$/.test(path) ? asking : ['']) {
        const { body } = await t.call('GET', path + query, { token: buyer.token });
        if (JSON.stringify(body).replaceAll(`q=${NAME}`, '').includes(NAME)) told.push(path + query);
      }
    expect(read.length).toBeGreaterThan(50);
    expect(told).toEqual([]);
    expect((await t.call('GET', `/tool/${id}`)).status).toBe(404);
    expect((await t.call('GET', `/tool?q=${NAME}`)).body).toEqual([]);
    expect((await t.call<{ total: object }>('GET', '/tool/facets?brand=Quokka')).body.total).toMatchObject({
      count: 0,
    });
  });

  it('cannot be ordered, quoted, listed or requested', async () => {
    const { token } = buyer;
    expect(await order(id)).toMatchObject({ status: 404, body: { error: { field: 'toolId' } } });
    const byName = {
      toolName: NAME,
      minQuantity: 1,
      phone: '212-555-0147',
      address: '1 Main St, Albany, NY 12203',
    };
    expect((await t.call('POST', '/orders', { token, body: byName })).status).toBe(400);
    const quick = await t.call<{ lines: { tools: unknown[] }[] }>('POST', '/quick-order', {
      token,
      body: { text: `QB-1 2\n${NAME}` },
    });
    expect(JSON.stringify(quick.body)).not.toContain(id);
    expect((await t.call('PUT', `/tool/${id}/restock-notice`, { token, body: {} })).status).toBe(404);
  });

  it('accepts stock movements, and edits without a picture', async () => {
    const token = admin.token;
    const body = { kind: 'received', quantity: 3 };
    expect((await t.call('POST', `/tool/${id}/stock`, { token, body })).body).toEqual({
      available_quantity: 12,
    });
    expect(await editTool(id, { version: 1, price: 6 })).toMatchObject({
      status: 200,
      body: { price: 6, img: '', version: 2 },
    });
  });

  it('cannot be reserved by anyone', async () => {
    const hold = `update tools set held = 1 where id = '${id}'`;
    await expect(t.asOwner(hold)).rejects.toThrow('tools_drafts_are_not_reserved');
  });

  it('is exported and imported unchanged', async () => {
    const file = await exportTools(t, admin);
    expect(file).toContain(NAME);
    expect(await checkFile(t, admin, file)).toMatchObject({ changes: 0, errors: [] });
  });

  it('is for sale once it has a picture', async () => {
    const { img } = await t.makeTool();
    expect(await editTool(id, { version: 2, img })).toMatchObject({ status: 200, body: { img, version: 3 } });
    expect((await t.call('GET', `/tool/${id}`)).body).toMatchObject({ name: NAME, img });
    expect((await t.call('GET', `/tool?q=${NAME}`)).body).toMatchObject([{ _id: id, img }]);
    expect((await order(id)).status).toBe(201);
  });
});

it('reverts to a draft when its picture’s import is undone, unless units are reserved', async () => {
  const ids = [await importDraft('QB-2', 'Draft one'), await importDraft('QB-3', 'Draft two')];
  const { img } = await t.makeTool();
  const { _id } = await checkFile(t, admin, csv('part_number,img', `QB-2,${img}`, `QB-3,${img}`));
  await moveOn(t, admin, _id, 'apply');
  const [inCart, reserved] = await Promise.all(ids.map(order));
  await t.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { price: reserved?.body.price, orderId: reserved?.body._id },
  });
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ left: [{ toolId: ids[1] }] });
  const status = async (path: string) => (await t.call('GET', path, { token: buyer.token })).status;
  expect(await Promise.all(ids.map((id) => status(`/tool/${id}`)))).toEqual([404, 200]);
  // A buyer with it in the cart sees this, and cannot pay for it.
  const { body } = await t.call<Order>('GET', `/orders/${inCart?.body._id}`, { token: buyer.token });
  expect(body.unavailable).toBe('tool_removed');
  const paying = await t.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { price: body.price, orderId: body._id },
  });
  expect(paying.status).toBe(409);
});

it('uses the first of a new tool’s pictures, whichever column has it', async () => {
  const { img } = await t.makeTool();
  const lines = csv('part_number,name,price,img,pictures', `QB-4,First in the other column,3,,${img}`);
  const { _id, drafts } = await checkFile(t, admin, lines);
  expect(drafts).toBe(0);
  await moveOn(t, admin, _id, 'apply');
  const { body } = await t.call<Tool[]>('GET', '/managetool?q=QB-4', { token: admin.token });
  expect(body).toMatchObject([{ img }]);
});
