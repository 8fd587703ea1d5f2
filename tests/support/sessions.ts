import { expect } from 'vitest';
import { renew, type TestAccount } from './accounts.ts';
import { expectStatus } from './buying.ts';
import type { TestShop } from './test-shop.ts';

/** How long a spent token still gets the current one. */
export const LEEWAY_MS = 30_000;

/** Renews a session, which must be valid; returns its next token. */
export async function nextToken(t: Pick<TestShop, 'call'>, session: string, key?: string): Promise<string> {
  const reply = await renew(t, session, key === undefined ? {} : { 'idempotency-key': key });
  expectStatus(reply, 200);
  return reply.session;
}

/** Fails unless every session is refused renewal, as if it had never existed. */
export async function expectEnded(t: Pick<TestShop, 'call'>, ...sessions: string[]): Promise<void> {
  for (const session of sessions) {
    const reply = await renew(t, session);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ error: { code: 'not_signed_in', message: 'Please log in' } });
    expect(reply.session).toBe('');
  }
}

/** The reply to reading one's own profile with an access token. */
export async function openProfile(
  t: Pick<TestShop, 'call'>,
  { email }: { email: string },
  token: string,
): Promise<number> {
  return (await t.call('GET', `/user/${email}`, { token })).status;
}

/** How many sessions an account has. */
export async function countSessions(t: TestShop, email: string): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('identity.session as session')
    .innerJoin('identity.user as user', 'user.id', 'session.userId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user.email', '=', email)
    .executeTakeFirstOrThrow();
  return count;
}

/** The embedded provider's subject of an account. */
export async function subjectOf(t: TestShop, { email }: TestAccount): Promise<string> {
  const { id } = await t.shop.db
    .selectFrom('identity.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}
