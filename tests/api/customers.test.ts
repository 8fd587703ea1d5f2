import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { ManagedReview } from '#features/reviews/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { buy, placeOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const plane = setUp(() => t.makeTool({ name: 'Jack plane', priceCents: 1250, onHand: 100 }));

const look = async ({ email }: { email: string }, by = staff) =>
  t.call<Customer & ErrorReply>('GET', `/customers/${email}`, { token: by.token });
const note = ({ email }: { email: string }, text: unknown, by = staff) =>
  t.call<{ insertedId: string } & ErrorReply>('POST', `/customers/${email}/notes`, {
    token: by.token,
    body: { note: text },
  });
const review = (by: TestUser, words: string, about?: string) =>
  t.call<{ insertedId: string }>('POST', '/review', {
    token: by.token,
    body: { rate: 2, reviews: words, ...(about && { toolId: about }) },
  });

it('returns everything that the shop knows about one person, and nothing about others', async () => {
  const bob = await t.makeUser({ name: 'Bob Other' });
  await buy(t, bob, plane.id);
  const orders = [
    await placeOrder(t, ada, plane.id, 2),
    await buy(t, ada, plane.id, 3),
    await buy(t, ada, plane.id, 1),
  ];
  const shipped = await buy(t, ada, plane.id, 4);
  await t.call('PUT', `/manageorders/${shipped._id}`, { token: staff.token });
  const gone = await placeOrder(t, ada, plane.id, 9);
  await t.call('DELETE', `/orders/${gone._id}`, { token: ada.token });
  const { insertedId } = (await review(ada, 'Blunt.', plane.id)).body;
  await t.call('POST', `/review/${insertedId}/hide`, { token: staff.token, body: { reason: 'Untrue' } });
  await review(ada, 'Slow.');
  await review(bob, 'Fine.');
  await note(ada, ' Rings back\nafter six. ');
  await note(ada, 'Pays late.');
  await t.call('PUT', `/user/blocked/${ada.email}`, { token: staff.token, body: { reason: 'Chargeback' } });

  const { status, body } = await look(ada);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    email: ada.email,
    displayName: 'Ada Joiner',
    role: 'user',
    blockedReason: 'Chargeback',
    orders: { count: 4, unpaid: 1, toShip: 2, spent: 100 },
  });
  expect(new Date(body.since).getTime()).not.toBeNaN();
  expect(body.orders.latest.map(({ number, state }) => [number, state])).toEqual(
    [
      { ...shipped, state: 'shipped' },
      { ...orders[2], state: 'paid' },
      { ...orders[1], state: 'paid' },
      { ...orders[0], state: 'unpaid' },
    ].map(({ number, state }) => [number, state]),
  );
  expect(body.reviews.latest.map(({ reviews, hidden }) => [reviews, hidden?.reason])).toEqual([
    ['Slow.', undefined],
    ['Blunt.', 'Untrue'],
  ]);
  expect(body.reviews.count).toBe(2);
  expect(body.notes.map(({ note: text, authorEmail }) => [text, authorEmail])).toEqual([
    ['Rings back\nafter six.', staff.email],
    ['Pays late.', staff.email],
  ]);
  expect(
    await t.asOwner(`select actor_id, details->>'noteId' as note from audit_events
      where action = 'customer_note_added' and user_id = '${ada.userId}' order by id`),
  ).toEqual(body.notes.map(({ _id }) => ({ actor_id: staff.userId, note: _id })));
});

it('returns the newest ten of many orders and reviews, with their totals', async () => {
  const busy = await t.makeUser();
  for (let nth = 0; nth < 12; nth++) await placeOrder(t, busy, plane.id);
  await t.asOwner(`insert into reviews (id, user_id, name, rate, reviews)
    select gen_random_uuid(), '${busy.userId}', 'Busy', 4, 'Good.' from generate_series(1, 11)`);
  const { orders, reviews } = (await look(busy)).body;
  expect([orders.count, orders.latest.length, reviews.count, reviews.latest.length]).toEqual([
    12, 10, 11, 10,
  ]);
});

it('answers for a person without any activity', async () => {
  const { body } = await look(await t.makeUser());
  const nothing = { count: 0, unpaid: 0, toShip: 0, spent: 0, latest: [] };
  expect([body.orders, body.reviews, body.notes]).toEqual([nothing, { count: 0, latest: [] }, []]);
});

it('hides notes from the buyer in every answer about themselves', async () => {
  const eve = await t.makeUser();
  await placeOrder(t, eve, plane.id);
  await note(eve, 'zzsecret');
  for (const path of [`/user/${eve.email}`, `/orders?email=${eve.email}`, '/review', `/admin/${eve.email}`]) {
    const { body } = await t.call('GET', path, { token: eve.token });
    expect(JSON.stringify(body)).not.toMatch(/zzsecret|customer_note/);
  }
  expect([(await look(eve, eve)).status, (await note(eve, 'Mine.', eve)).status]).toEqual([403, 403]);
  expect((await look(eve)).body.notes).toHaveLength(1);
});

it.each([[undefined], [''], [' '], ['x'.repeat(1001)], [7], ['a\u0000']])(
  'refuses %j as a note',
  async (words) => {
    const person = await t.makeUser();
    const { status, body } = await note(person, words);
    expect([status, body.error.field]).toEqual([400, 'note']);
    expect((await look(person)).body.notes).toEqual([]);
  },
);

it('answers 404 for an unknown person, and 400 for an invalid address', async () => {
  const statuses = async (person: { email: string }) => [
    (await look(person)).status,
    (await note(person, 'Who?')).status,
  ];
  expect(await statuses({ email: 'nobody@shop.example' })).toEqual([404, 404]);
  expect(await statuses({ email: 'nobody' })).toEqual([400, 400]);
});

it('accepts a hundred notes on a person and no more, even concurrently', async () => {
  const person = await t.makeUser();
  await t.asOwner(`insert into customer_notes (id, user_id, note, created_at)
    select gen_random_uuid(), '${person.userId}', 'Note', now() from generate_series(1, 98)`);
  expect(tally(await times(5, (nth) => note(person, `At once ${nth}`)))).toEqual({ 200: 2, 409: 3 });
  expect((await look(person)).body.notes).toHaveLength(100);
});

it('lists blocked people, also by role and words, and one person’s reviews', async () => {
  const blocked = await t.makeUser({ name: 'Zed Zzblocked' });
  await t.makeUser({ name: 'Zoe Zzblocked' });
  await t.call('PUT', `/user/blocked/${blocked.email}`, { token: staff.token, body: { reason: 'Rude' } });
  const users = async (query: string) =>
    (await t.call<UserRow[]>('GET', `/user?${query}`, { token: staff.token })).body.map(({ email }) => email);
  expect((await users('blocked=true')).toSorted()).toEqual([ada.email, blocked.email].toSorted());
  expect(await users('blocked=true&q=zzblocked')).toEqual([blocked.email]);
  expect(await users('blocked=true&role=user&sort=name')).toEqual([ada.email, blocked.email]);
  expect(await users('blocked=true&role=staff')).toEqual([]);
  expect((await t.call('GET', '/user?blocked=maybe', { token: staff.token })).status).toBe(400);

  const reviews = async (query: string) =>
    (await t.call<ManagedReview[]>('GET', `/managereviews?${query}`, { token: staff.token })).body;
  const of = await reviews(`customer=${ada.email}`);
  expect(of.map(({ email }) => email)).toEqual([ada.email, ada.email]);
  expect((await reviews(`customer=${ada.email}&q=blunt`)).map((each) => each.reviews)).toEqual(['Blunt.']);
  expect(await reviews('customer=nobody@shop.example')).toEqual([]);
});
