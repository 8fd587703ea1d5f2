import { randomBytes, randomUUID } from 'node:crypto';
import type { Scope } from '#contracts/scopes.ts';
import { hashToken } from '#platform/identity/sessions.ts';
import { accessTokenOf, PASSWORD, signIn, signInAgain, signOut, signUp } from './accounts.ts';
import { buyersScopes, changeUser, makeApiKey } from './api-keys.ts';
import { expectStatus } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** People and invalid tokens, in the order of the table's columns. */
export const peopleAskers = [
  'visitor',
  'owner',
  'other',
  'admin',
  'staff',
  'demoted',
  'unverified',
  'idle',
  'forged',
  'usedProof',
  'hash',
  'signedOut',
  'malformed',
  'lacksFactor',
  'overdue',
] as const;

/** API keys: an admin's with every scope and with `activity:read` only, and keys that have ended. */
export const keyAskers = ['fullKey', 'littleKey', 'endedKey'] as const;

export const askers = [...peopleAskers, ...keyAskers];

/** One kind of asker. */
export type CurrentUser = (typeof askers)[number];

/** Whose object is requested: the owner's own, or a stranger's. */
export type Side = 'own' | 'foreign';

/** The cast, and the `Authorization` header that each sends. */
export type AccessCast = {
  owner: TestUser;
  stranger: TestUser;
  /** Invalid tokens name the person with the most rights: the owner for the own object, otherwise the
   * admin. */
  authorization(currentUser: CurrentUser, side: Side): string | undefined;
};

const DAY_MS = 24 * 60 * 60_000;

/** Creates everyone, with real accounts for those whose sessions end. */
export async function castAskers(t: TestShop): Promise<AccessCast> {
  const owner = await makeMember(t);
  const admin = await makeMember(t, 'admin');
  const demoted = await t.makeUser({ role: 'admin' });
  await t.shop.db.updateTable('users').set({ role: 'user' }).where('id', '=', demoted.userId).execute();
  const { ended, ...keys } = await makeKeys(t, admin);
  const endedKey = cycle(ended);
  const good = {
    owner: owner.token,
    other: (await t.makeUser()).token,
    admin: admin.token,
    staff: (await t.makeUser({ role: 'staff' })).token,
    demoted: demoted.token,
    unverified: (await t.makeUser({ role: 'admin', verified: false })).token,
    ...keys,
    lacksFactor: await makeLacking(t),
    overdue: await makeOverdue(t),
  };
  const broken = { own: await breakToken(t, owner), foreign: await breakToken(t, admin) };
  const malformed = {
    own: cycle(malformedHeaders(owner.token)),
    foreign: cycle(malformedHeaders(admin.token)),
  };
  return {
    owner,
    stranger: await t.makeUser({ name: 'Stella Stranger' }),
    authorization(currentUser, side) {
      if (currentUser === 'visitor') return undefined;
      if (currentUser === 'malformed') return malformed[side]();
      if (currentUser === 'endedKey') return `Bearer ${endedKey()}`;
      return `Bearer ${currentUser in good ? good[currentUser as keyof typeof good] : broken[side][currentUser as BrokenToken]}`;
    },
  };
}

/** An admin's API keys, and keys that have ended: of people who were demoted and blocked, a deleted one, and
 * one past its end. */
async function makeKeys(t: TestShop, admin: TestUser) {
  const demoted = await t.makeUser({ role: 'admin' });
  const blocked = await t.makeUser();
  const keyOf = async (person: TestUser, scopes?: Scope[]) =>
    (await makeApiKey(t, person, scopes && { scopes })).key;
  const full = await keyOf(admin);
  const little = await keyOf(admin, ['activity:read']);
  const ended = [await keyOf(demoted), await keyOf(blocked, buyersScopes)];
  const deleted = await makeApiKey(t, admin);
  const expired = await makeApiKey(t, admin);
  await changeUser(t, demoted, { role: 'user' });
  await changeUser(t, blocked, { blocked_reason: 'Chargebacks' });
  expectStatus(await t.call('DELETE', `/api-keys/${deleted._id}`, { token: admin.token }), 200);
  const past = { created_at: new Date('2026-01-01T00:00:00Z'), expires_at: new Date('2026-02-01T00:00:00Z') };
  await t.shop.db.updateTable('api_keys').set(past).where('id', '=', expired._id).execute();
  // A use within a minute of the last one is not written down: none is, by the calls that the test compares.
  const tomorrow = new Date(t.clock.now().getTime() + DAY_MS);
  await t.shop.db.updateTable('api_keys').set({ last_used_at: tomorrow }).execute();
  return { fullKey: full, littleKey: little, ended: [...ended, deleted.key, expired.key] };
}

/** `Authorization` headers that prove nothing although they contain a valid token, or that have too much. */
export function malformedHeaders(token: string): string[] {
  return [
    'Bearer',
    token,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer "${token}"`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token}=`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${'x'.repeat(12_000)}`,
    `Bearer ${token}${'x'.repeat(7_500)}`,
    'Bearer null',
    'Bearer {}',
    'Bearer ..',
  ];
}

type BrokenToken = 'idle' | 'forged' | 'usedProof' | 'hash' | 'signedOut';

async function makeMember(t: TestShop, role: 'user' | 'admin' = 'user'): Promise<TestUser> {
  const account = await signUp(t);
  const { email } = account;
  await t.shop.db
    .updateTable('identity.user')
    .set({ emailVerified: true })
    .where('email', '=', email)
    .execute();
  const token = await accessTokenOf(t, account);
  const { id: userId } = await t.shop.db
    .updateTable('users')
    .set({ role })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...account, userId, token };
}

/** The access token of an admin whose account has got a second factor since,
 * which the session has not passed. */
async function makeLacking(t: TestShop): Promise<string> {
  const { token, email } = await t.makeUser({ role: 'admin' });
  await addPasskeyRow(t, { email });
  return token;
}

/** The access token of an admin who has gone without the second factor that is demanded for longer than their
 * grace; that of everyone else lasts. */
async function makeOverdue(t: TestShop): Promise<string> {
  await t.asOwner(`update shop_details set factors_demanded_at = now() - interval '2 days',
    own = own || '{"security": {"staffFactor": true, "refundsAbove": null}}'`);
  const lasting = new Date(t.clock.now().getTime() + DAY_MS).toISOString();
  await t.asOwner(`alter table users alter column staff_since set default '${lasting}'`);
  await t.asOwner(`update users set staff_since = '${lasting}'`);
  const { userId, token } = await t.makeUser({ role: 'admin' });
  await t.asOwner(`update users set staff_since = null where id = '${userId}'`);
  return token;
}

/** Gives an account a passkey, which nobody can use. */
export async function addPasskeyRow(t: TestShop, { email }: { email: string }): Promise<string> {
  const id = randomUUID();
  await t.asOwner(`
    insert into identity.passkey (id, "credentialId", "userId", name, "publicKey", counter, transports, "createdAt")
    select '${id}', '${id}', id, 'Key', '', 0, '{}', now() from identity."user" where email = '${email}'`);
  return id;
}

/** Tokens that open no session of a member, each for one reason. */
async function breakToken(t: TestShop, { email, token }: TestUser): Promise<Record<BrokenToken, string>> {
  const idle = await signInAgain(t, email);
  const longAgo = new Date(t.clock.now().getTime() - 31 * DAY_MS);
  const used = { started_at: longAgo, used_at: longAgo };
  await t.shop.db.updateTable('sessions').set(used).where('token_hash', '=', hashToken(idle)).execute();
  const { proof } = await signIn(t, email, PASSWORD);
  const signedOut = await accessTokenOf(t, { email, proof });
  await signOut(t, signedOut);
  return {
    idle,
    forged: randomBytes(32).toString('base64url'),
    usedProof: proof,
    hash: hashToken(token).toString('base64url'),
    signedOut,
  };
}

function cycle<Item>(items: Item[]): () => Item {
  let next = 0;
  return () => items[next++ % items.length] as Item;
}
