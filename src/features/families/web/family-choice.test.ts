import { expect, it } from 'vitest';
import {
  everyMember,
  familyAddress,
  memberQuery,
  pressHead,
  rangeIn,
  readFamilyChoice,
  sortOf,
  toggleFilter,
  valueFilter,
  withoutSearch,
  withRange,
} from './family-choice.ts';

const family = { _id: '7', name: 'Hex keys' };
const width = { label: 'Width, mm' };
const read = (query: string) => readFamilyChoice(new URLSearchParams(query));
const CURSOR = '99.0190c0de-0000-7000-8000-000000000000';

it('writes what it has read into the address, and nothing that is the default', () => {
  expect(familyAddress(family, everyMember)).toBe('/family/7/hex-keys');
  const query = `sort=-column&column=Width%2C+mm&spec=Finish%3ABlack&spec=Width%2C+mm%3A8..12&after=${CURSOR}`;
  expect(familyAddress(family, read(query))).toBe(`/family/7/hex-keys?${query}`);
  expect(memberQuery(read(query))).toEqual({
    sort: '-column',
    column: 'Width, mm',
    spec: ['Finish:Black', 'Width, mm:8..12'],
    cursor: CURSOR,
  });
});

it('keeps what was searched for, without what the list alone has', () => {
  const query = 'q=10+mm&orderable=1&brand=Kestrel';
  expect(familyAddress(family, read(`${query}&view=rows&spec=Width%2C+mm%3A8..12`))).toBe(
    `/family/7/hex-keys?${query}&spec=Width%2C+mm%3A8..12`,
  );
  expect(memberQuery(read(query))).toMatchObject({ q: '10 mm', brand: ['Kestrel'], orderable: '1' });
  expect(familyAddress(family, withoutSearch(read(query)))).toBe('/family/7/hex-keys');
});

it.each([
  'sort=stock',
  'sort=column',
  'column=Width',
  'after=9',
  'spec=',
  'spec=a%0Ab',
  `spec=${'x'.repeat(331)}`,
  `q=${'x'.repeat(201)}`,
  `category=${'x'.repeat(61)}`,
  'min_price=9&max_price=1',
  'rating=5',
])('drops what the shop would refuse: %s', (query) => {
  expect(read(query)).toEqual(everyMember);
});

it('sorts by a head: rising, falling, and as the family is', () => {
  const after = { ...everyMember, after: CURSOR };
  const rising = pressHead(after, { column: 'Width, mm' });
  expect(rising).toEqual({ ...everyMember, sort: 'column', column: 'Width, mm' });
  expect(sortOf(rising, { column: 'Width, mm' })).toBe('ascending');
  expect(sortOf(rising, { column: 'Length, mm' })).toBeUndefined();
  const falling = pressHead(rising, { column: 'Width, mm' });
  expect(sortOf(falling, { column: 'Width, mm' })).toBe('descending');
  expect(pressHead(falling, { column: 'Width, mm' })).toEqual(everyMember);
  expect(pressHead(falling, 'price')).toEqual({ ...everyMember, sort: 'price' });
  expect(sortOf(pressHead(pressHead(falling, 'price'), 'price'), 'price')).toBe('descending');
});

it('turns a filter on and off, and keeps the others', () => {
  const black = valueFilter({ label: 'Finish' }, 'Black');
  const both = toggleFilter(toggleFilter({ ...everyMember, after: CURSOR }, black), 'Finish:Chrome');
  expect(both).toEqual({ ...everyMember, spec: ['Finish:Black', 'Finish:Chrome'] });
  expect(toggleFilter(both, black).spec).toEqual(['Finish:Chrome']);
});

it('has one range a column, open at either end', () => {
  const from = withRange({ ...everyMember, spec: ['Finish:Black'] }, width, { from: '3/8', to: '' });
  expect(from.spec).toEqual(['Finish:Black', 'Width, mm:3/8..']);
  expect(rangeIn(from, width)).toEqual({ from: '3/8', to: '' });
  const both = withRange(from, width, { from: '3/8', to: '1/2' });
  expect(rangeIn(both, width)).toEqual({ from: '3/8', to: '1/2' });
  expect(withRange(both, width, { from: '', to: '' }).spec).toEqual(['Finish:Black']);
  expect(rangeIn(both, { label: 'Finish' })).toEqual({ from: '', to: '' });
});
