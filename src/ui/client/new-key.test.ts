import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { createAttemptKeys, newKey } from './new-key.ts';

it('makes distinct keys, also outside a secure context', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newKey);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

function countingKeys() {
  let count = 0;
  return createAttemptKeys(() => `key-${++count}`);
}

describe('createAttemptKeys', () => {
  it('reuses the key while the same order is retried', () => {
    const keys = countingKeys();
    expect([keys.keyFor({ a: 1 }), keys.keyFor({ a: 1 })]).toEqual(['key-1', 'key-1']);
  });

  it('makes a new key for another order', () => {
    const keys = countingKeys();
    expect([keys.keyFor({ a: 1 }), keys.keyFor({ a: 2 })]).toEqual(['key-1', 'key-2']);
  });

  it('makes a new key for the same order after the first is placed', () => {
    const keys = countingKeys();
    keys.keyFor({ a: 1 });
    keys.finish();
    expect(keys.keyFor({ a: 1 })).toBe('key-2');
  });

  it.each([
    ['refused', new ApiError(409, 'conflict', ''), 'key-2'],
    ['answered with a failure', new ApiError(500, 'internal', ''), 'key-1'],
    ['lost', new ApiError(0, 'offline', ''), 'key-1'],
    ['broken in the page', new Error(), 'key-1'],
  ])('has the right key for the same order that was %s', (_how, error, key) => {
    const keys = countingKeys();
    keys.keyFor({ a: 1 });
    keys.fail(error);
    expect(keys.keyFor({ a: 1 })).toBe(key);
  });

  it('makes distinct keys', () => {
    expect(createAttemptKeys().keyFor({})).not.toBe(createAttemptKeys().keyFor({}));
  });
});
