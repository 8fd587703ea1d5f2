import { describe, expect, it } from 'vitest';
import type { Profile } from '#features/users/contract.ts';
import type { UserRow } from '#features/users/roles-contract.ts';
import { accessTokenOf, PASSWORD, signIn, signInAgain, signUp } from '#tests/support/accounts.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop();
const user = setUp(() => t.makeUser({ email: 'ada@shop.example', name: 'Ada' }));
const other = setUp(() => t.makeUser({ email: 'ben@shop.example', name: 'Ben' }));
const admin = setUp(() => t.makeUser({ email: 'boss@shop.example', name: 'Boss', role: 'admin' }));

const profileOf = (email: string) =>
  t.shop.db
    .selectFrom('users')
    .select(['display_name', 'role', 'phone', 'city', 'district', 'education', 'linkedin'])
    .select(['company', 'vat_number', 'vat_country'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();

const empty = {
  ...{ education: '', linkedin: '', phone: '', city: '', district: '' },
  ...{ company: '', vatNumber: '' },
};

describe('GET /user/{email}', () => {
  it('returns the user’s own profile, ignoring the case of the address', async () => {
    const reply = await t.call<Profile>('GET', '/user/ADA%40shop.example', { token: user.token });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      email: 'ada@shop.example',
      displayName: 'Ada',
      name: 'Ada',
      role: 'user',
      emailVerified: true,
      ...empty,
    });
  });

  it('returns anybody’s profile to an admin', async () => {
    expect((await t.call('GET', `/user/${user.email}`, { token: admin.token })).status).toBe(200);
    expect((await t.call('GET', '/user/nobody@shop.example', { token: admin.token })).status).toBe(404);
  });

  it.each(['ben@shop.example', 'boss@shop.example', 'nobody@shop.example'])(
    'does not tell a user about %s',
    async (email) => {
      const reply = await t.call('GET', `/user/${email}`, { token: user.token });
      expect(reply.status).toBe(403);
      expect(JSON.stringify(reply.body)).not.toContain('Ben');
    },
  );

  it('needs a token and an address', async () => {
    expect((await t.call('GET', `/user/${user.email}`)).status).toBe(401);
    expect((await t.call('GET', '/user/not-an-address', { token: user.token })).body).toMatchObject({
      error: { code: 'invalid_input', field: 'email' },
    });
  });
});

describe('PATCH /user/{email}', () => {
  const change = {
    name: ' Ada Joiner ',
    education: 'Journeyman',
    linkedin: 'https://linkedin.example/ada',
    phone: '+1 555 0100',
    city: 'Oslo',
    district: 'Grünerløkka',
    company: 'Joiner & Daughters',
    vatNumber: 'DE129273398',
  };
  const patch = (who: TestUser, email: string, body: unknown) =>
    t.call('PATCH', `/user/${email}`, { token: who.token, body });

  it('updates the given fields, here and at the identity provider', async () => {
    const account = await signUp(t, { name: 'Old Name' });
    const token = await accessTokenOf(t, account);
    const reply = await t.call('PATCH', `/user/${account.email}`, { token, body: change });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ modifiedCount: 1 });
    const profile = await t.call<Profile>('GET', `/user/${account.email}`, { token });
    expect(profile.body).toMatchObject({ ...change, name: 'Ada Joiner', displayName: 'Ada Joiner' });
    const { proof } = await signIn(t, account.email, PASSWORD);
    const identity = await t.shop.identityProvider.verifyProof(proof);
    expect(identity?.displayName).toBe('Ada Joiner');

    await t.call('PATCH', `/user/${account.email}`, { token, body: { city: 'Bergen' } });
    await signInAgain(t, account.email);
    expect(await profileOf(account.email)).toMatchObject({
      display_name: 'Ada Joiner',
      city: 'Bergen',
      district: 'Grünerløkka',
    });
  });

  it('normalizes a VAT number and its country, until it is cleared', async () => {
    const ida = await t.makeUser();
    for (const [typed, number, country] of [
      ['el 094 259 216', 'EL094259216', 'GR'],
      ['', '', ''],
    ]) {
      expect((await patch(ida, ida.email, { vatNumber: typed })).status).toBe(200);
      expect(await profileOf(ida.email)).toMatchObject({ vat_number: number, vat_country: country });
    }
  });

  it('ignores the address, the role and unknown fields of the body', async () => {
    const before = await profileOf(user.email);
    const body = { email: other.email, role: 'admin', id: 'x', subject: 'x', email_verified: true };
    const reply = await patch(user, user.email, body);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ modifiedCount: 0 });
    expect(await profileOf(user.email)).toEqual(before);
    expect(await profileOf(other.email)).toMatchObject({ display_name: 'Ben', role: 'user' });
  });

  it('does not change anybody else’s profile, not even for an admin', async () => {
    const before = await profileOf(other.email);
    expect((await patch(user, other.email, change)).status).toBe(403);
    expect((await patch(admin, other.email, change)).status).toBe(403);
    expect((await t.call('PATCH', `/user/${other.email}`, { body: change })).status).toBe(401);
    expect(await profileOf(other.email)).toEqual(before);
  });

  it.each([
    [{ name: ' ' }, 'name', 'Please provide your name! its required'],
    [{ name: 'n'.repeat(201) }, 'name', 'Name must be 200 characters or shorter'],
    [{ education: '' }, 'education', 'Please provide your education ! its required'],
    [{ linkedin: 'javascript:alert(1)' }, 'linkedin', 'A LinkedIn link starts with http:// or https://'],
    [{ phone: '1'.repeat(41) }, 'phone', 'Phone number must be 40 characters or shorter'],
    [{ city: 7 }, 'city', 'Please provide your city ! its required'],
    [{ city: 'a\u0000b' }, 'city', 'City must be plain text'],
    [{ company: 'c'.repeat(71) }, 'company', 'Company must be 70 characters or shorter'],
    [
      { vatNumber: 'DE129273399' },
      'vatNumber',
      'This isn’t a VAT number. It starts with two letters for the country, such as DE129273398.',
    ],
  ])('refuses %j and changes nothing', async (body, field, message) => {
    const before = await profileOf(user.email);
    const reply = await patch(user, user.email, { district: 'Elsewhere', ...body });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({ error: { code: 'invalid_input', field, message } });
    expect(await profileOf(user.email)).toEqual(before);
  });

  it('needs a body', async () => {
    expect((await patch(user, user.email, undefined)).status).toBe(400);
    expect((await patch(user, user.email, [])).status).toBe(400);
  });
});

describe('GET /user', () => {
  it('lists all users with an address to an admin, newest first, page by page', async () => {
    const first = await t.call<UserRow[]>('GET', '/user?limit=2', { token: admin.token });
    expect(first.status).toBe(200);
    expect(first.body).toHaveLength(2);
    const total = Number(first.headers.get('x-total-count'));
    const emails = first.body.map((row) => row.email);
    let next = first.headers.get('link');
    while (next) {
      const path = /<([^>]+)>; rel="next"/.exec(next)?.[1] ?? '';
      const page = await t.call<UserRow[]>('GET', path, { token: admin.token });
      emails.push(...page.body.map((row) => row.email));
      next = page.headers.get('link');
    }
    expect(emails).toHaveLength(total);
    expect(new Set(emails).size).toBe(total);
    expect(emails.indexOf(admin.email)).toBeLessThan(emails.indexOf(user.email));
  });

  it('returns only what the table needs', async () => {
    const { body } = await t.call<UserRow[]>('GET', '/user', { token: admin.token });
    expect(body.find((row) => row.email === other.email)).toEqual({
      email: other.email,
      displayName: 'Ben',
      role: 'user',
      emailVerified: true,
      secondFactor: false,
    });
  });

  it('is for admins with a verified address', async () => {
    const unverified = await t.makeUser({ role: 'admin', verified: false });
    expect((await t.call('GET', '/user')).status).toBe(401);
    expect((await t.call('GET', '/user', { token: user.token })).status).toBe(403);
    expect((await t.call('GET', '/user', { token: unverified.token })).status).toBe(403);
    expect((await t.call('GET', '/user?limit=0', { token: admin.token })).status).toBe(400);
  });
});

describe('PUT /user/admin/{email}', () => {
  const makeAdmin = (token: string | undefined, email: string) =>
    t.call('PUT', `/user/admin/${email}`, token === undefined ? {} : { token });

  it('gives the role once, with its powers from the next request on', async () => {
    const person = await t.makeUser();
    expect((await t.call('GET', '/user', { token: person.token })).status).toBe(403);
    const made = await makeAdmin(admin.token, person.email);
    expect(made.status).toBe(200);
    expect(made.body).toEqual({ modifiedCount: 1 });
    expect((await makeAdmin(admin.token, person.email)).body).toEqual({ modifiedCount: 0 });
    expect((await t.call('GET', '/user', { token: person.token })).status).toBe(200);
  });

  it('gives a user with an unverified address the role without its powers', async () => {
    const person = await t.makeUser({ verified: false });
    expect((await makeAdmin(admin.token, person.email)).body).toEqual({ modifiedCount: 1 });
    expect((await t.call('GET', '/user', { token: person.token })).status).toBe(403);
    const { body } = await t.call<UserRow[]>('GET', '/user', { token: admin.token });
    expect(body.find((row) => row.email === person.email)).toMatchObject({
      role: 'admin',
      emailVerified: false,
    });
  });

  it('is for admins', async () => {
    expect((await makeAdmin(undefined, user.email)).status).toBe(401);
    expect((await makeAdmin(user.token, user.email)).status).toBe(403);
    expect((await profileOf(user.email)).role).toBe('user');
  });

  it('answers 404 for an unknown user', async () => {
    expect((await makeAdmin(admin.token, 'nobody@shop.example')).status).toBe(404);
    expect((await makeAdmin(admin.token, 'nobody')).status).toBe(400);
  });
});

describe('GET /admin/{email}', () => {
  const check = async (who: TestUser, email: string) =>
    (await t.call('GET', `/admin/${email}`, { token: who.token })).body;

  it('reports the user’s own role', async () => {
    const unverified = await t.makeUser({ role: 'admin', verified: false });
    expect(await check(user, user.email)).toEqual({ admin: false });
    expect(await check(admin, admin.email)).toEqual({ admin: true });
    expect(await check(unverified, unverified.email)).toEqual({ admin: false });
  });

  it('reports other users’ roles to admins only', async () => {
    const second = await t.makeUser({ role: 'admin' });
    expect(await check(user, admin.email)).toEqual({ admin: false });
    expect(await check(admin, second.email)).toEqual({ admin: true });
    expect(await check(admin, user.email)).toEqual({ admin: false });
    expect(await check(admin, 'nobody@shop.example')).toEqual({ admin: false });
  });

  it('needs a token', async () => {
    expect((await t.call('GET', `/admin/${user.email}`)).status).toBe(401);
  });
});
