import { beforeEach, expect, test, vi } from 'vitest';
import { forgetDrafts, keepDraft, readDraft } from './drafts.ts';

/** A `Storage` whose entries are its own keys, as in a browser. */
function makeStorage(): Storage {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(entries, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(entries, key),
  };
  const entries: Record<string, string> = Object.create(methods);
  return entries as unknown as Storage;
}

beforeEach(() => vi.stubGlobal('sessionStorage', makeStorage()));

test('stores a draft per form and user', () => {
  keepDraft('tool', 'ada@example.com', { name: 'Plane', price: 12.5 });
  expect(readDraft('tool', 'ada@example.com')).toEqual({ name: 'Plane', price: 12.5 });
  expect(readDraft('tool', 'bob@example.com')).toBeUndefined();
  expect(readDraft('review', 'ada@example.com')).toBeUndefined();
  keepDraft('tool', 'ada@example.com', {});
  expect(readDraft('tool', 'ada@example.com')).toBeUndefined();
});

test('clears all drafts together, and nothing else', () => {
  sessionStorage.setItem('theme', 'dark');
  keepDraft('tool', 'ada@example.com', { name: 'Plane' });
  keepDraft('review', 'bob@example.com', { rate: 3 });
  forgetDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['theme']);
});

test('tolerates an invalid draft and a forbidden storage', () => {
  sessionStorage.setItem('draft:tool:ada@example.com', '{"na');
  expect(readDraft('tool', 'ada@example.com')).toBeUndefined();
  vi.stubGlobal('sessionStorage', undefined);
  keepDraft('tool', 'ada@example.com', { name: 'Plane' });
  forgetDrafts();
  expect(readDraft('tool', 'ada@example.com')).toBeUndefined();
});
