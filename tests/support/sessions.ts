import { expect } from 'vitest';
import { expectStatus } from './buying.ts';
import { makeSession, type TestShop } from './test-shop.ts';

type Caller = Pick<TestShop, 'call'>;

/** Fails unless every access token is refused, as if it had never existed. */
export async function expectEnded(t: Caller, ...tokens: string[]): Promise<void> {
  for (const token of tokens) {
    const reply = await t.call('GET', '/account/session', { token });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({ error: { code: 'not_signed_in', message: 'Please log in' } });
  }
}

/** Fails unless every access token opens its session. */
export async function expectOpen(t: Caller, ...tokens: string[]): Promise<void> {
  for (const token of tokens) expectStatus(await t.call('GET', '/account/session', { token }), 200);
}

/** As if a person, whose password no test knows, had just used their session; with `proved`, as if they had
 * proved again who they are. */
export async function stayIn(
  t: TestShop,
  { email }: { email: string },
  { proved = false } = {},
): Promise<void> {
  const now = t.clock.now();
  await t.shop.db
    .updateTable('sessions')
    .set({ used_at: now, ...(proved && { proved_at: now }) })
    .where('subject', '=', await subjectOf(t, { email }))
    .execute();
}

/** Logs a person in anew, whose session has been ended. */
export async function comeBack(t: TestShop, user: { email: string; token: string }): Promise<void> {
  user.token = await makeSession(t.shop, await subjectOf(t, user));
}

/** How many sessions an account has, sign-ins under way too. */
export async function countSessions(t: TestShop, email: string): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('sessions')
    .innerJoin('identity.user as user', 'user.id', 'sessions.subject')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user.email', '=', email)
    .executeTakeFirstOrThrow();
  return count;
}

/** The embedded provider's subject of an account. */
export async function subjectOf(t: TestShop, { email }: { email: string }): Promise<string> {
  const { id } = await t.shop.db
    .selectFrom('identity.user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
}
