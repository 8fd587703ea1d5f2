import { describe, expect, it } from 'vitest';
import { nextSort, sortRows } from './sort-rows.ts';

const rows = [
  { name: 'saw 10', price: 5 },
  { name: 'Adze', price: 12 },
  { name: 'saw 9', price: 5 },
];
const sortValueOf = (key: string) =>
  key === 'name'
    ? (row: { name: string }) => row.name
    : key === 'price'
      ? (row: { price: number }) => row.price
      : undefined;
const names = (sort: string | undefined) => sortRows(rows, sort, sortValueOf).map((row) => row.name);

describe('sortRows', () => {
  it('sorts text as people read it', () => {
    expect(names('name')).toEqual(['Adze', 'saw 9', 'saw 10']);
  });

  it('sorts numbers by size and keeps equal rows in their order', () => {
    expect(names('price')).toEqual(['saw 10', 'saw 9', 'Adze']);
    expect(names('-price')).toEqual(['Adze', 'saw 10', 'saw 9']);
  });

  it('keeps the order without a sort, or with one that no column has', () => {
    expect(names(undefined)).toEqual(['saw 10', 'Adze', 'saw 9']);
    expect(names('colour')).toEqual(['saw 10', 'Adze', 'saw 9']);
  });
});

describe('nextSort', () => {
  it('turns a rising column to falling and anything else to rising', () => {
    expect([nextSort(undefined, 'price'), nextSort('price', 'price'), nextSort('-price', 'price')]).toEqual([
      'price',
      '-price',
      'price',
    ]);
  });
});
