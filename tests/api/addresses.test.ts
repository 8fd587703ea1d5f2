import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type Address, MAX_ADDRESSES } from '#features/addresses/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'writes=1000/1m' });
const ada = setUpForEach(() => t.makeUser());

const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, { token } = ada) =>
  t.call<Address & ErrorReply & Record<string, unknown>>(method, path, { token, ...(body && { body }) });

const add = async (change: Parameters<typeof usAddress>[0] = {}) => {
  const reply = await send('POST', '/addresses', usAddress(change));
  expect(reply.status).toBe(201);
  return reply.body;
};

const book = async ({ token } = ada) => (await t.call<Address[]>('GET', '/addresses', { token })).body;
const namesOf = async () => (await book()).map(({ name, isDefault }) => `${name}${isDefault ? ' *' : ''}`);

const audited = async () => {
  const events = t.shop.db.selectFrom('audit_events').select(['action', 'details']);
  const rows = await events.where('user_id', '=', ada.userId).orderBy('id').execute();
  return rows.map(({ action, details }) => [action, (details as { addressId: string }).addressId]);
};

describe('an address book', () => {
  it('stores an address and formats it as its country does', async () => {
    const added = await add({ company: 'Joiner & Daughters', phone: '217.555.0142' });
    expect(added).toEqual({
      _id: added._id,
      ...usAddress({ company: 'Joiner & Daughters' }),
      line2: '',
      district: '',
      phone: '+1 217 555 0142',
      isDefault: true,
      lines: [
        'Ada Joiner',
        'Joiner & Daughters',
        '12 Workshop Lane',
        'SPRINGFIELD, IL 62701',
        'UNITED STATES',
      ],
      text: 'Ada Joiner, Joiner & Daughters, 12 Workshop Lane, Springfield, IL 62701, United States',
    });
    expect(await book()).toEqual([added]);
    const list = await t.call('GET', '/addresses', { token: ada.token });
    expect(list.headers.get('cache-control')).toBe('no-store');
    expect(await audited()).toEqual([['address_added', added._id]]);
  });

  it('accepts postal codes as people type them, and phones with an extension', async () => {
    const tokyo = {
      ...{ country: 'JP', line1: '千代田1-1', city: '千代田区', region: '東京都' },
      ...{ postalCode: '１０００００１', phone: '03-3213-1111 x12' },
    };
    expect(await add(tokyo)).toMatchObject({ postalCode: '100-0001', phone: '+81 3 3213 1111 ext. 12' });
    const berlin = { country: 'DE', line1: 'Weg 1', city: 'Berlin', region: '', postalCode: 'D-10115' };
    expect(await add({ ...berlin, phone: '030 / 901820 Durchwahl 12' })).toMatchObject({
      ...{ postalCode: '10115', phone: '+49 30 901820 ext. 12' },
    });
  });

  it('has one default: the first address, until another becomes it or it is deleted', async () => {
    const [one, two, three] = [
      await add({ name: 'One' }),
      await add({ name: 'Two' }),
      await add({ name: 'Three' }),
    ];
    expect(await namesOf()).toEqual(['One *', 'Three', 'Two']);
    expect((await send('POST', `/addresses/${two._id}/default`)).body).toEqual({ modifiedCount: 1 });
    expect((await send('POST', `/addresses/${two._id}/default`)).body).toEqual({ modifiedCount: 0 });
    expect(await namesOf()).toEqual(['Two *', 'Three', 'One']);
    expect((await send('DELETE', `/addresses/${one._id}`)).body).toEqual({ deletedCount: 1 });
    expect((await send('DELETE', `/addresses/${two._id}`)).body).toEqual({ deletedCount: 1 });
    expect(await namesOf()).toEqual(['Three *']);
    await send('DELETE', `/addresses/${three._id}`);
    expect(await book()).toEqual([]);
    expect((await audited()).slice(3)).toEqual([
      ['address_made_default', two._id],
      ['address_deleted', one._id],
      ['address_deleted', two._id],
      ['address_deleted', three._id],
    ]);
  });

  it('replaces an address as a whole, also across countries, and keeps its position', async () => {
    await add({ name: 'First' });
    const { _id } = await add({ phone: '' });
    const german = {
      country: 'DE',
      name: 'Ada',
      line1: 'Werkstr. 1',
      city: 'Jena',
      postalCode: '07743',
      phone: '03641 55550',
    };
    const reply = await send('PUT', `/addresses/${_id}`, german);
    expect([reply.status, reply.body.text]).toEqual([200, 'Ada, Werkstr. 1, 07743 Jena, Germany']);
    expect(reply.body).toMatchObject({ region: '', phone: '+49 3641 55550', isDefault: false });
    expect(await namesOf()).toEqual(['First *', 'Ada']);
  });

  it('is private to its owner', async () => {
    const { _id } = await add();
    const ben = await t.makeUser({ role: 'admin' });
    expect(await book(ben)).toEqual([]);
    for (const [method, path, body] of [
      ['PUT', `/addresses/${_id}`, usAddress({ name: 'Ben' })],
      ['DELETE', `/addresses/${_id}`],
      ['POST', `/addresses/${_id}/default`],
    ] as const)
      expect((await send(method, path, body, ben)).status).toBe(404);
    expect(await namesOf()).toEqual(['Ada Joiner *']);
  });
});

describe('a bad address', () => {
  it.each([
    [{ country: 'DDR' }, 'country', 'Choose a country from the list'],
    [{ country: 'ZZ' }, 'country', 'Choose a country from the list'],
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ line1: undefined }, 'line1', 'Street address is required'],
    [{ line1: 'x'.repeat(81) }, 'line1', 'Street address must be 80 characters or shorter'],
    [{ company: 'two\nlines' }, 'company', 'Company must be plain text'],
    [{ city: '' }, 'city', 'City is required'],
    [{ region: '' }, 'region', 'State is required'],
    [{ district: 'Loop' }, 'district', 'An address in the United States has no district'],
    [{ postalCode: '6270' }, 'postalCode', 'ZIP code isn’t valid for the United States'],
    [
      { phone: '12' },
      'phone',
      'Phone number isn’t valid for the United States. For a number elsewhere, start with + and its country code.',
    ],
    [{ phone: null }, 'phone', undefined],
  ])('is refused, naming its field: %j', async (change, field, message) => {
    const { _id } = await add();
    const body = { ...usAddress(), ...change };
    for (const [method, path] of [
      ['POST', '/addresses'],
      ['PUT', `/addresses/${_id}`],
    ] as const) {
      const { status, body: reply } = await send(method, path, body);
      expect([status, reply.error.code, reply.error.field]).toEqual([400, 'invalid_input', field]);
      if (message) expect(reply.error.message).toBe(message);
    }
    expect(await namesOf()).toEqual(['Ada Joiner *']);
  });

  it('is refused beyond the maximum number', async () => {
    const rows = await times(MAX_ADDRESSES - 2, () => send('POST', '/addresses', usAddress()));
    expect(tally(rows)).toEqual({ 201: MAX_ADDRESSES - 2 });
    // Six at once for the two remaining places.
    expect(tally(await times(6, () => send('POST', '/addresses', usAddress())))).toEqual({ 201: 2, 409: 4 });
    const kept = await book();
    expect(kept.length).toBe(MAX_ADDRESSES);
    expect(kept.filter(({ isDefault }) => isDefault).length).toBe(1);
    await send('DELETE', `/addresses/${kept[7]?._id}`);
    await add();
  });
});

describe('concurrent changes', () => {
  it('leave one default, and a deleted default makes another', async () => {
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three', 'Four']) ids.push((await add({ name }))._id);
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all(ids.map((id) => send('POST', `/addresses/${id}/default`)));
      expect(replies.every(({ status }) => status === 200)).toBe(true);
      expect((await book()).filter(({ isDefault }) => isDefault).length).toBe(1);
    }
    const [fallen = '', next = ''] = (await book()).map(({ _id }) => _id);
    const replies = await Promise.all([
      send('DELETE', `/addresses/${fallen}`),
      send('DELETE', `/addresses/${fallen}`),
      send('POST', `/addresses/${next}/default`),
      send('DELETE', `/addresses/${next}`),
    ]);
    expect(tally(replies.slice(0, 2))).toEqual({ 200: 1, 404: 1 });
    const left = await book();
    expect([left.length, left.filter(({ isDefault }) => isDefault).length]).toEqual([2, 1]);
  });
});
