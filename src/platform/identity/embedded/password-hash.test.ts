import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

test('makes an Argon2id hash with 19 MiB, 2 passes and 1 lane, which fits its password alone', async () => {
  const hashed = await hashPassword('seven dull chisels');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hashed, 'seven dull chisels')).toBe(true);
  expect(await verifyPassword(hashed, 'seven dull chisel')).toBe(false);
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
