import { expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

it('makes keys that differ, also where there is no secure context', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newKey);
  vi.unstubAllGlobals();
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
