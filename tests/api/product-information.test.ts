import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import type { Brand } from '#features/categories/contract.ts';
import { buy, placeOrder, readOrder } from '#tests/support/buying.ts';
import { checkFile, csv, moveOn } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', TOOL_PAGES: 'public' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

const edit = (id: string, body: object) =>
  t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, { token: admin.token, body });
const read = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;

const KESTREL = {
  manufacturer_name: 'Kestrel Werkzeuge GmbH',
  manufacturer_address: 'Feilenweg 4\n42853 Remscheid\nGermany',
  manufacturer_email: 'safety@kestrel.example',
};

async function takeFile(query: string) {
  const headers = { authorization: `Bearer ${admin.token}` };
  return (await fetch(`${t.url}/exports/tools.csv${query}`, { headers })).text();
}

async function brandOf(name: string) {
  const { body } = await t.call<Brand[]>('GET', '/brands');
  return body.find((brand) => brand.name === name);
}

async function editBrand(name: string, body: object) {
  const brand = await brandOf(name);
  return t.call<Brand & ErrorReply>('PATCH', `/brands/${brand?._id}`, { token: admin.token, body });
}

describe('who made a tool and what it warns of', () => {
  it('is a fact of the brand, in whose place a tool may have its own', async () => {
    const { id } = await t.makeTool({ name: 'Claw hammer', brand: 'Kestrel' });
    expect(await read(id)).toMatchObject({
      manufacturer: null,
      responsible_person: null,
      safety_warnings: null,
    });
    const facts = {
      ...KESTREL,
      responsible_person: 'Union Rep, Dublin, Ireland',
      safety_warnings: 'Wear goggles.',
    };
    expect(await editBrand('Kestrel', facts)).toMatchObject({
      status: 200,
      body: { name: 'Kestrel', ...facts },
    });
    const { manufacturer_name: name, manufacturer_address: address, manufacturer_email: email } = KESTREL;
    expect(await read(id)).toMatchObject({
      version: 1,
      manufacturer: { name, address, email },
      responsible_person: 'Union Rep, Dublin, Ireland',
      safety_warnings: 'Wear goggles.',
      own_safety: { manufacturer_name: null, safety_warnings: null },
    });

    // Its own manufacturer is answered for by nobody of the brand's.
    const own = {
      name: 'Contract Forge Ltd',
      address: '1 Mill Road, Leeds, United Kingdom',
      email: 'a@forge.example',
    };
    const edited = await edit(id, { version: 1, manufacturer: own });
    expect(edited.body).toMatchObject({
      version: 2,
      manufacturer: own,
      responsible_person: null,
      safety_warnings: 'Wear goggles.',
    });
    expect((await edit(id, { version: 2, safety_warnings: 'Not for children.' })).body).toMatchObject({
      safety_warnings: 'Not for children.',
      own_safety: { manufacturer_name: own.name, safety_warnings: 'Not for children.' },
    });
    const back = await edit(id, { version: 3, manufacturer: null, safety_warnings: null });
    expect(back.body).toMatchObject({ manufacturer: { name }, safety_warnings: 'Wear goggles.' });
    expect((await editBrand('Kestrel', { safety_warnings: null })).body.safety_warnings).toBeNull();
    expect((await read(id)).safety_warnings).toBeNull();
  });

  it.each([
    ['manufacturer_email', 'nobody'],
    ['manufacturer_name', ' '],
    ['manufacturer_name', 'x'.repeat(201)],
    ['manufacturer_address', 'x'.repeat(501)],
    ['responsible_person', 'a\u0000b'],
    ['safety_warnings', 'x'.repeat(2001)],
  ])('is refused as %s “%s”, and changes nothing', async (field, value) => {
    const { id } = await t.makeTool({ brand: 'Refused' });
    const before = await read(id);
    expect(await edit(id, { version: 1, [field]: value })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
    expect(await editBrand('Refused', { [field]: value })).toMatchObject({
      status: 400,
      body: { error: { field } },
    });
    expect(await read(id)).toEqual(before);
  });

  it('of a brand is changed by admins only', async () => {
    await t.makeTool({ brand: 'Guarded' });
    const brand = await brandOf('Guarded');
    const body = { manufacturer_name: 'Mallory' };
    const path = `/brands/${brand?._id}`;
    expect((await t.call('PATCH', path, { body })).status).toBe(401);
    expect((await t.call('PATCH', path, { token: buyer.token, body })).status).toBe(403);
    expect((await brandOf('Guarded'))?.manufacturer_name).toBeNull();
  });

  it('lists the tools that lack it', async () => {
    const make = async (name: string, brand: string, facts: object = {}) => {
      const { id } = await t.makeTool({ name: `Zq ${name}`, brand });
      if (Object.keys(facts).length > 0) expect((await edit(id, { version: 1, ...facts })).status).toBe(200);
      return id;
    };
    const abroad = { ...KESTREL, manufacturer_address: '5 Foundry St, Dover, DE 19901, United States' };
    const german = await make('german', 'Zq-German');
    const far = await make('far', 'Zq-Far');
    const answered = await make('answered', 'Zq-Far', { responsible_person: 'Union Rep, Dublin, Ireland' });
    const bare = await make('bare', 'Zq-Bare');
    const ownGood = await make('own', 'Zq-Bare', KESTREL);
    const ownFar = await make('own far', 'Zq-German', abroad);
    const partly = await make('partly', 'Zq-German', { manufacturer_name: 'Only a name' });
    await editBrand('Zq-German', KESTREL);
    await editBrand('Zq-Far', abroad);
    const list = async () => {
      const { body } = await t.call<Tool[]>('GET', '/managetool?q=zq&lacks=safety', { token: admin.token });
      return body.map(({ _id }) => _id).toSorted();
    };
    expect(await list()).toEqual([far, bare, ownFar, partly].toSorted());
    await editBrand('Zq-Far', { responsible_person: 'Union Rep, Dublin, Ireland' });
    await editBrand('Zq-Bare', {
      ...KESTREL,
      manufacturer_address: 'Feilenweg 4\n42853 Remscheid\nDeutschland ',
    });
    expect(await list()).toEqual([ownFar, partly].toSorted());
    expect([german, answered, ownGood]).not.toContain(undefined);
    const file = await takeFile('?q=zq&lacks=safety');
    expect(parse(file, { bom: true, columns: true })).toHaveLength(2);
    const wrong = await t.call('GET', '/managetool?lacks=taste', { token: admin.token });
    expect(wrong).toMatchObject({ status: 400, body: { error: { field: 'lacks' } } });
  });
});

const FACTS = {
  content: '250 ml',
  guarantee_years: 5,
  guarantee_maker: 'Kestrel',
  disposal: 'both',
  disposal_note: 'Take the battery out first.',
  prop65_warning:
    'This product can expose you to lead, which is known to the State of California to cause cancer.',
};

test('other facts are kept, shown on the tool’s own page, and removed', async () => {
  const { id } = await t.makeTool({ name: 'Cutting oil', priceCents: 499 });
  expect((await edit(id, { version: 1, ...FACTS, content: '0,25 L' })).body).toMatchObject({
    ...FACTS,
    content: '0.25 l',
    measure_price: { price: 19.96, per: '1 l' },
  });
  expect((await edit(id, { version: 2, content: '250ml' })).body).toMatchObject(FACTS);
  const [listed] = (await t.call<Tool[]>('GET', '/tool?q=cutting+oil')).body;
  expect(listed).toMatchObject({ measure_price: { price: 19.96, per: '1 l' } });
  expect(listed).not.toHaveProperty('content');
  expect(listed).not.toHaveProperty('prop65_warning');
  const none = Object.fromEntries(Object.keys(FACTS).map((name) => [name, null]));
  expect((await edit(id, { version: 3, ...none })).body).toMatchObject({ ...none, measure_price: null });
});

test('the price for a measure is that of the minimum order', async () => {
  const { id } = await t.makeTool({ priceCents: 1_000, minOrderQuantity: 10 });
  const price_breaks = [{ quantity: 10, price: 8 }];
  const { body } = await edit(id, { version: 1, content: '500 g', price_breaks });
  expect(body).toMatchObject({ price: 10, unit_price: 8, measure_price: { price: 16, per: '1 kg' } });
});

test.each([
  ['content', '250 oz'],
  ['content', '0 l'],
  ['guarantee_years', 0],
  ['guarantee_years', 2.5],
  ['guarantee_years', 101],
  ['disposal', 'bin'],
  ['disposal', 'constructor'],
  ['prop65_warning', ''],
  ['disposal_note', 'x'.repeat(1001)],
])('%s “%s” is refused, and changes nothing', async (field, value) => {
  const { id } = await t.makeTool();
  const { status, body } = await edit(id, { version: 1, [field]: value });
  expect([status, body.error]).toMatchObject([400, { code: 'invalid_input', field }]);
  expect(await read(id)).toMatchObject({ version: 1, [field]: null });
});

const line = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

test('an unpaid order carries its tool’s Proposition 65 warning, a paid one no longer', async () => {
  const { id } = await t.makeTool();
  await edit(id, { version: 1, prop65_warning: FACTS.prop65_warning });
  const order = await placeOrder(t, buyer, id);
  expect((await readOrder(t, buyer, order._id)).prop65Warning).toBe(FACTS.prop65_warning);
  const paid = await buy(t, buyer, id);
  expect((await readOrder(t, buyer, paid._id)).prop65Warning).toBeNull();
});

describe('a file of tools', () => {
  const columns = [...Object.keys(KESTREL), 'responsible_person', 'safety_warnings', ...Object.keys(FACTS)];

  it('has them, and another reader of CSV finds them there', async () => {
    const { id } = await t.makeTool({ name: 'Exported saw' });
    const facts = {
      ...KESTREL,
      responsible_person: 'Rep; "Dublin"',
      safety_warnings: '=Sharp\nteeth',
      ...FACTS,
    };
    expect((await edit(id, { version: 1, ...facts })).status).toBe(200);
    const file = await takeFile('?q=exported');
    const [row] = parse<Record<string, string>>(file, { bom: true, columns: true });
    expect(row).toMatchObject({ ...facts, safety_warnings: "'=Sharp\nteeth", guarantee_years: '5' });

    const checked = await checkFile(t, admin, file);
    expect(checked).toMatchObject({ state: 'checked', changes: 0, wrong: 0 });
  });

  it('changes and removes them, and an undo puts them back', async () => {
    const { id } = await t.makeTool({ name: 'Imported saw', partNumber: 'IMP-65' });
    await edit(id, { version: 1, content: '2 pieces', guarantee_years: 3 });
    const before = await read(id);
    const row: Record<string, string> = {
      ...KESTREL,
      responsible_person: 'Rep, Dublin',
      safety_warnings: '',
      ...FACTS,
      guarantee_years: '10',
      content: '1,5 kg',
    };
    const cells = columns.map((column) => row[column] ?? '');
    const checked = await checkFile(
      t,
      admin,
      csv(line(['part_number', ...columns]), line(['IMP-65', ...cells])),
    );
    expect(checked).toMatchObject({ state: 'checked', changes: 1, wrong: 0 });
    await moveOn(t, admin, checked._id, 'apply');
    expect(await read(id)).toMatchObject({
      ...FACTS,
      guarantee_years: 10,
      content: '1.5 kg',
      own_safety: KESTREL,
    });
    await moveOn(t, admin, checked._id, 'undo');
    expect(await read(id)).toMatchObject({ ...before, version: expect.any(Number) });
  });

  it('names the column of a wrong value', async () => {
    await t.makeTool({ partNumber: 'IMP-66' });
    const rows = ['part_number,content,disposal,manufacturer_email', 'IMP-66,5 oz,everything,nobody'];
    const checked = await checkFile(t, admin, csv(...rows));
    expect(checked).toMatchObject({ changes: 0, wrong: 1 });
    expect(checked.errors.map(({ column }) => column).toSorted()).toEqual([
      'content',
      'disposal',
      'manufacturer_email',
    ]);
  });
});
