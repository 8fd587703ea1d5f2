import { expect, test } from 'vitest';
import { openPersistentStorage, type PersistentStorage } from './saved-session.ts';

function createStorage(): PersistentStorage & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const blocked = () => {
  throw new DOMException('denied', 'SecurityError');
};
const full = (): PersistentStorage => ({
  ...createStorage(),
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
});

test('takes the first storage that works, and leaves no probe in it', () => {
  const [first, second] = [createStorage(), createStorage()];
  const storage = openPersistentStorage([() => first, () => second]);
  expect(first.items.size).toBe(0);
  storage.setItem('accessToken', 'a');
  expect([...first.items]).toEqual([['accessToken', 'a']]);
  expect(second.items.size).toBe(0);
});

test('skips a blocked and a full storage', () => {
  const third = createStorage();
  openPersistentStorage([blocked, full, () => third]).setItem('accessToken', 'a');
  expect(third.items.get('accessToken')).toBe('a');
});

test('skips a storage that silently stores nothing', () => {
  const deaf: PersistentStorage = {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  const storage = openPersistentStorage([() => deaf]);
  storage.setItem('accessToken', 'a');
  expect(storage.getItem('accessToken')).toBe('a');
});

test('falls back to memory, which stores items and forgets removed ones', () => {
  const storage = openPersistentStorage([blocked]);
  storage.setItem('accessToken', 'a');
  expect(storage.getItem('accessToken')).toBe('a');
  storage.removeItem('accessToken');
  expect(storage.getItem('accessToken')).toBeNull();
});
