import { type Scope, scopeFacts, scopes } from '#contracts/scopes.ts';
import type { UserRole } from '#features/users/roles-contract.ts';
import { expectStatus } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** What a test specifies of an API key. */
export type TestApiKey = { name?: string; scopes?: Scope[]; expiresAt?: string; addresses?: string[] };

/** The scopes that a buyer can choose. */
export const buyersScopes = scopes.filter((scope) => scopeFacts[scope].role === 'user');

/** Makes an API key of a person; with all scopes unless some are named. */
export async function makeApiKey(t: TestShop, { token }: TestUser, key: TestApiKey = {}) {
  const body = { name: 'Bookkeeping', scopes, ...key };
  return expectStatus(await t.call<{ _id: string; key: string }>('POST', '/api-keys', { token, body }), 201);
}

/** Changes a person in the database, as whoever has no screen for it. */
export async function changeUser(
  t: TestShop,
  { userId }: TestUser,
  change: { role?: UserRole; blocked_reason?: string | null; email?: null },
): Promise<void> {
  await t.shop.db.updateTable('users').set(change).where('id', '=', userId).execute();
}
