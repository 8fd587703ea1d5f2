import { describe, expect, it } from 'vitest';
import { toolListTexts } from '#texts/loaded-lists.ts';
import { addRows, countText, refreshRows, type ShownList } from './list-rows.ts';

type Row = { _id: string; stock?: number };

function list(ids: string, nextCursor?: string, total?: number): ShownList<Row> {
  return { rows: [...ids].map((_id) => ({ _id })), nextCursor, total };
}

describe('addRows', () => {
  it('adds the next stretch and its cursor', () => {
    expect(addRows(list('ab', 'b'), list('cd', 'd', 9))).toEqual(list('abcd', 'd', 9));
  });

  it('shows a row only once', () => {
    expect(addRows(list('ab', 'b'), list('bc')).rows.map((row) => row._id)).toEqual(['a', 'b', 'c']);
  });
});

describe('refreshRows', () => {
  it('takes over changed figures and keeps what was loaded further down', () => {
    const fresh = { rows: [{ _id: 'a', stock: 3 }, { _id: 'b' }], nextCursor: 'b', total: 5 };
    expect(refreshRows(list('abcd', 'd', 4), fresh)).toEqual({
      rows: [{ _id: 'a', stock: 3 }, { _id: 'b' }, { _id: 'c' }, { _id: 'd' }],
      nextCursor: 'd',
      total: 5,
    });
  });

  it('moves nothing when there are new rows above what was loaded further down', () => {
    const fresh = { rows: [{ _id: 'x' }, { _id: 'a', stock: 3 }], nextCursor: 'a', total: 5 };
    expect(refreshRows(list('abcd', 'd', 4), fresh)).toEqual({
      rows: [{ _id: 'a', stock: 3 }, { _id: 'b' }, { _id: 'c' }, { _id: 'd' }],
      nextCursor: 'd',
      total: 5,
    });
  });

  it('starts over when the first rows are others and nothing further was loaded', () => {
    expect(refreshRows(list('ab', 'b'), list('xa', 'a'))).toEqual(list('xa', 'a'));
  });

  it('drops rows that are gone when the first stretch is now the whole list', () => {
    expect(refreshRows(list('abcd'), list('ab'))).toEqual(list('ab'));
  });

  it('takes the fresh list when nothing further was loaded', () => {
    expect(refreshRows(list('ab', 'b', 2), list('ab', 'b', 3))).toEqual(list('ab', 'b', 3));
  });
});

describe('countText', () => {
  it.each([
    [list(''), '0 tools'],
    [list('a'), '1 tool'],
    [list('ab'), 'All 2 tools'],
    [list('ab', 'b'), 'Showing 2 tools so far'],
    [list('a', 'a', 7), 'Showing 1 of 7 tools'],
    [list('ab', 'b', 1284), 'Showing 2 of 1,284 tools'],
    [{ ...list('ab', 'b'), totalMoreThan: 10_000 }, 'Showing 2 of more than 10,000 tools'],
  ])('counts %#', (shown, text) => {
    expect(countText(shown, toolListTexts)).toBe(text);
  });
});
