import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, rehashPassword, verifyPassword } from './password-hash.ts';

test('makes an Argon2id hash with 19 MiB, 2 passes and 1 lane, which fits its password alone', async () => {
  const hashed = await hashPassword('seven dull chisels');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hashed, 'seven dull chisels')).toBe(true);
  expect(await verifyPassword(hashed, 'seven dull chisel')).toBe(false);
});

test('is one password however a keyboard writes its characters, and what was hashed unnormalized still fits', async () => {
  const [composed, decomposed, wide] = ['caf\u00e9 chisels', 'cafe\u0301 chisels', '\uff43af\u00e9 chisels'];
  const hashed = await hashPassword(decomposed);
  for (const typed of [composed, decomposed, wide]) expect(await verifyPassword(hashed, typed)).toBe(true);
  expect(await verifyPassword(hashed, 'cafe chisels')).toBe(false);
  expect(await rehashPassword(hashed, decomposed)).toBeUndefined();

  const earlier = await hash(decomposed);
  expect([await verifyPassword(earlier, composed), await verifyPassword(earlier, decomposed)]).toEqual([
    false,
    true,
  ]);
  const next = await rehashPassword(earlier, decomposed);
  expect(await verifyPassword(next ?? '', composed)).toBe(true);
  expect(await rehashPassword(earlier, 'plain chisels')).toBeUndefined();
});

test('tells requests beyond the queue limit to retry later', async () => {
  const hashes = await Promise.allSettled(Array.from({ length: 210 }, () => hashPassword('x')));
  expect(hashes.slice(0, 200).filter(({ status }) => status === 'fulfilled')).toHaveLength(200);
  for (const refused of hashes.slice(200)) {
    expect(refused).toMatchObject({
      status: 'rejected',
      reason: { name: 'TooManyWaiting', retryAfterSeconds: 5 },
    });
  }
  expect(await hashPassword('x')).toContain('argon2id');
});
