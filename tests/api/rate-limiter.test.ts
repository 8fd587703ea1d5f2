import { expect, it } from 'vitest';
import { forgetOldSignIns } from '#features/sign-in/identity-counts.ts';
import { type RateLimit, TooManyHits } from '#platform/database/rate-limiter.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const rate: RateLimit = { limit: 3, windowSeconds: 60 };

const t = setUpShop();

const take = (subject: string) => t.shop.rateLimiter.take(subject, rate);

async function countTaken(subject: string, times: number): Promise<number> {
  const tries = await Promise.allSettled(Array.from({ length: times }, () => take(subject)));
  return tries.filter(({ status }) => status === 'fulfilled').length;
}

it('allows exactly the limit among many concurrent calls, for each subject separately', async () => {
  expect(await countTaken('a', 9)).toBe(3);
  expect(await countTaken('b', 2)).toBe(2);
});

it('returns the wait until the oldest hit stops counting', async () => {
  const refusal = await take('a').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TooManyHits);
  if (!(refusal instanceof TooManyHits)) return;
  expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
  t.clock.advance(refusal.retryAfterSeconds * 1000);
  await expect(take('a')).resolves.toBeUndefined();
});

it('never allows more in any stretch of the window, wherever it begins', async () => {
  await take('e');
  t.clock.advance(50_000);
  expect(await countTaken('e', 4)).toBe(2);
  t.clock.advance(11_000);
  expect(await countTaken('e', 4)).toBe(1);
  t.clock.advance(50_000);
  expect(await countTaken('e', 4)).toBe(2);
});

it('does not count a refused attempt', async () => {
  expect(await countTaken('f', 3)).toBe(3);
  t.clock.advance(59_000);
  expect(await countTaken('f', 5)).toBe(0);
  t.clock.advance(1_000);
  expect(await countTaken('f', 5)).toBe(3);
});

it('clears a subject on request', async () => {
  expect(await countTaken('g', 4)).toBe(3);
  await t.shop.rateLimiter.forget('g');
  expect(await countTaken('g', 4)).toBe(3);
});

it('releases harmless hits, and never more than were taken', async () => {
  expect(await countTaken('c', 3)).toBe(3);
  await t.shop.rateLimiter.reward('c');
  expect(await countTaken('c', 3)).toBe(1);
  await t.shop.rateLimiter.reward('d');
  expect(await countTaken('d', 4)).toBe(3);
});

it('deletes expired hits, sessions and links, and keeps the others', async () => {
  await take('old');
  t.clock.advance(DAY_MS + 2 * MINUTE_MS);
  await take('new');
  const past = new Date(t.clock.now().getTime() - MINUTE_MS);
  const future = new Date(t.clock.now().getTime() + MINUTE_MS);
  const links = [past, future].map((expiresAt, index) => ({
    id: `${index}`,
    identifier: `link-${index}`,
    value: '',
    expiresAt,
  }));
  await t.shop.db.insertInto('identity.verification').values(links).execute();
  await forgetOldSignIns(t.shop);
  const subjects = await t.shop.db.selectFrom('rate_limits').select('subject').execute();
  expect(subjects).toEqual([{ subject: 'new' }]);
  const kept = await t.shop.db.selectFrom('identity.verification').select('identifier').execute();
  expect(kept).toEqual([{ identifier: 'link-1' }]);
});
