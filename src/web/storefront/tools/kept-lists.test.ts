import { describe, expect, it } from 'vitest';
import type { Tool } from '#contracts/tool.ts';
import { type KeptList, keepList, keptList } from './kept-lists.ts';
import { firstPlace } from './list-place.ts';

function listOf(search: string, tools: number): KeptList {
  const rows = new Array<Tool>(tools);
  return {
    search,
    list: { rows, nextCursor: undefined, total: tools },
    facets: undefined,
    place: firstPlace(24),
  };
}

function kept(...keys: string[]): string[] {
  return keys.filter((key) => keptList(key, `?${key}`));
}

describe('keepList', () => {
  it('keeps a list for its own entry and address only', () => {
    const list = listOf('?q=saw', 24);
    keepList('a', list);
    expect(keptList('a', '?q=saw')).toBe(list);
    expect(keptList('a', '?q=drill')).toBeUndefined();
    expect(keptList('b', '?q=saw')).toBeUndefined();
  });

  it('keeps eight lists, the last ones kept', () => {
    const keys = [...'123456789'];
    for (const key of keys) keepList(key, listOf(`?${key}`, 24));
    expect(kept(...keys)).toEqual([...'23456789']);
    keepList('2', listOf('?2', 48));
    keepList('x', listOf('?x', 24));
    expect(kept(...keys, 'x')).toEqual(['2', ...'456789', 'x']);
  });

  it('keeps 20,000 tools in all, and the newest list however long', () => {
    keepList('long', listOf('?long', 19_990));
    expect(kept('x', 'long')).toEqual(['long']);
    keepList('short', listOf('?short', 10));
    expect(kept('long', 'short')).toEqual(['long', 'short']);
    keepList('endless', listOf('?endless', 50_000));
    expect(kept('long', 'short', 'endless')).toEqual(['endless']);
  });
});
