import type { ErrorReply } from '#contracts/app-error.ts';
import type { CustomerGroup } from '#contracts/duties.ts';
import { expectStatus } from './buying.ts';
import type { Reply, TestShop } from './test-shop.ts';

/** Moves a shop to a country, and to whom it sells: a German one that sells to consumers has withdrawals. */
export async function sellIn(
  t: TestShop,
  country = 'DE',
  customers: CustomerGroup = 'consumers',
): Promise<void> {
  const { token } = await t.makeUser({ role: 'admin' });
  const kept = await t.call<{ version: number; details: { region: object } }>('GET', '/managedetails', {
    token,
  });
  const { version, details } = expectStatus(kept, 200);
  const body = { version, region: { ...details.region, country, state: '' }, law: { customers } };
  expectStatus(await t.call('PATCH', '/details', { token, body }), 200);
}

/** Declares a withdrawal, without logging in. */
export const declare = (
  t: TestShop,
  body: { name?: string; orderNumber?: string; email?: string; lines?: readonly object[] },
): Promise<Reply<{ declaredAt: string } & ErrorReply>> =>
  t.call('POST', '/withdrawals', { body: { name: 'Ada Joiner', ...body } });
