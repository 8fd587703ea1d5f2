import { expect, test } from 'vitest';
import type { ApiKey } from '#features/api-keys/contract.ts';
import { makeApiKey } from '#tests/support/api-keys.ts';
import { shuffled } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { comeBack } from '#tests/support/sessions.ts';
import { roundsOf } from '#tests/support/test-form.ts';
import type { Reply, TestUser } from '#tests/support/test-shop.ts';
import { setUpRaceShop } from './support/race-shop.ts';

const ROUNDS = roundsOf(6);
const CALLERS = 6;

const t = setUpRaceShop();

/** Calls with a key, again and again, while `end` runs, and notes when each call began and what it got. */
async function callWhile(key: string, end: () => Promise<unknown>) {
  const calls: { beganMs: number; status: number }[] = [];
  let isOver = false;
  const caller = async () => {
    for (let isLast = false; !isLast; ) {
      isLast = isOver;
      const beganMs = performance.now();
      calls.push({ beganMs, status: (await t.call('GET', '/quotes', { token: key })).status });
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  await end();
  const endedMs = performance.now();
  isOver = true;
  await Promise.all(callers);
  return { late: calls.filter(({ beganMs }) => beganMs >= endedMs), calls };
}

type Ending = { person: TestUser; keeper: TestUser; id: string };

test.each<[string, 'user' | 'staff', (ending: Ending) => Promise<Reply>]>([
  [
    'blocked',
    'user',
    ({ person, keeper }) =>
      t.call('PUT', `/user/blocked/${person.email}`, {
        token: keeper.token,
        body: { reason: 'Chargebacks' },
      }),
  ],
  [
    'demoted',
    'staff',
    ({ person, keeper }) => t.call('DELETE', `/user/staff/${person.email}`, { token: keeper.token }),
  ],
  ['deleted', 'user', ({ keeper, id }) => t.call('DELETE', `/api-keys/${id}`, { token: keeper.token })],
])('no call that begins after its person or it was %s is let in', async (_how, role, end) => {
  const keeper = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const person = await t.makeUser({ role });
    const { _id: id, key } = await makeApiKey(t, person, { scopes: ['quotes:read'] });
    const { calls, late } = await callWhile(key, async () => {
      expectStatus(await t.call('GET', '/quotes', { token: key }), 200);
      expectStatus(await end({ person, keeper, id }), 200);
    });
    expect(calls.some(({ status }) => status === 200)).toBe(true);
    expect(late.length).toBeGreaterThanOrEqual(CALLERS);
    expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]));
  }
});

test('a key that is made while its person is blocked is refused, or ends with it', async () => {
  const keeper = await t.makeUser({ role: 'admin' });
  for (let round = 0; round < ROUNDS; round++) {
    const person = await t.makeUser();
    const make = () =>
      t.call<{ key: string }>('POST', '/api-keys', {
        token: person.token,
        body: { name: 'Books', scopes: ['quotes:read'] },
      });
    const block = () =>
      t.call('PUT', `/user/blocked/${person.email}`, { token: keeper.token, body: { reason: 'Fraud' } });
    const results = await Promise.all(shuffled([make, make, block, make, make]).map((act) => act()));
    for (const { status, body } of results) {
      expect([200, 201, 401, 403]).toContain(status);
      if (status !== 201) continue;
      const { key } = body as { key: string };
      expect((await t.call('GET', '/quotes', { token: key })).status).toBe(401);
    }
    await comeBack(t, person);
    const { body } = await t.call<ApiKey[]>('GET', '/api-keys', { token: person.token });
    expect(body.filter(({ state }) => state === 'active')).toEqual([]);
  }
});
