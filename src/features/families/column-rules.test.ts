import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NamedValues,
  passesFilter,
  readColumns,
  readFilters,
  sortMembers,
  startAfter,
} from './column-rules.ts';
import type { FamilyColumn } from './contract.ts';

const width = (...values: [value: string, unit: string | null, tools: number][]): NamedValues => ({
  name: 'Width',
  values: values.map(([value, unit, tools]) => ({ value, unit, tools })),
});

/** The only column of members with these values, which they write in no unit. */
async function columnOf(...values: string[]): Promise<FamilyColumn> {
  const each = values.map((value): [string, null, number] => [value, null, 1]);
  const [column] = (await readColumns([width(...each)], values.length + 1)).columns;
  if (!column) throw new Error('no column');
  return column;
}

/** Counts members' specifications as the database does. */
function countValues(members: Record<string, string>[]): NamedValues[] {
  const names = [...new Set(members.flatMap((member) => Object.keys(member)))];
  return names.map((name) => {
    const given = members.flatMap((member) => member[name] ?? []);
    return {
      name,
      values: [...Map.groupBy(given, (value) => value)].map(([value, all]) => ({
        value,
        unit: null,
        tools: all.length,
      })),
    };
  });
}

describe('columns', () => {
  it('are what members differ in, or only some have; the rest they share', async () => {
    const names = [
      { name: 'Steel', values: [{ value: 'CrV', unit: null, tools: 3 }] },
      { name: 'Coating', values: [{ value: 'TiN', unit: null, tools: 2 }] },
      width(['10', 'mm', 2], ['9', 'mm', 1]),
    ];
    const { shared, columns } = await readColumns(names, 3);
    expect(shared).toEqual([{ name: 'Steel', value: 'CrV', unit: null }]);
    expect(columns).toMatchObject([
      { label: 'Coating', isNumeric: false, min: null, max: null, values: ['TiN'], valueCount: 1 },
      { label: 'Width, mm', unit: 'mm', isNumeric: true, min: 9, max: 10, values: ['9', '10'] },
    ]);
  });

  it('are one for each unit, however it is spelled', async () => {
    const { columns } = await readColumns(
      [width(['1/2', '"', 1], ['3/8', 'in', 2], ['1/2', 'in', 1], ['10', 'mm', 2])],
      6,
    );
    expect(columns).toMatchObject([
      { label: 'Width, in', min: 0.375, max: 0.5, values: ['3/8', '1/2'], valueCount: 2 },
      { label: 'Width, mm', min: 10, max: 10 },
    ]);
  });

  it('have the unit that most tools have, in whatever order the values come', async () => {
    const values: [string, string, number][] = [
      ['5/8', 'inch', 1],
      ['1/4', 'in', 1],
      ['3/8', 'in', 1],
    ];
    for (const order of [values, values.toReversed(), values.slice(0, 2), values.slice(0, 2).toReversed()]) {
      const { columns } = await readColumns([width(...order)], 4);
      expect(columns.map(({ label }) => label)).toEqual(['Width, in']);
    }
  });

  it('are numeric if every value is one number, all of one unit', async () => {
    const isNumeric = async (...values: string[]) => (await columnOf(...values)).isNumeric;
    expect(await isNumeric('8 mm', '10 mm')).toBe(true);
    expect(await isNumeric('8 mm', '1/2 in')).toBe(false);
    expect(await isNumeric('8', 'M8')).toBe(false);
  });

  it('list no more than 50 values, and are no more than 16', async () => {
    const values = Array.from({ length: 51 }, (_, nth): [string, null, number] => [String(nth), null, 1]);
    expect((await readColumns([width(...values)], 51)).columns).toMatchObject([
      { min: 0, max: 50, values: [], valueCount: 51 },
    ]);
    const units = Array.from({ length: 40 }, (_, nth): [string, string, number] => ['1', `u${nth}`, 1]);
    expect((await readColumns([width(...units)], 40)).columns).toHaveLength(16);
  });

  it('have each value of the members once, and leave out none that differs', async () => {
    const member = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.constantFrom('1', '2', 'x'));
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 6 }), async (members) => {
        const { shared, columns } = await readColumns(countValues(members), members.length);
        for (const name of ['A', 'B', 'C']) {
          const values = new Set(members.map((each) => each[name]));
          const column = columns.find((each) => each.name === name);
          const common = shared.find((each) => each.name === name);
          expect(column !== undefined).toBe(values.size > 1);
          expect(common !== undefined).toBe(values.size === 1 && !values.has(undefined));
          if (column)
            expect(new Set(column.values)).toEqual(new Set([...values].filter((each) => each !== undefined)));
        }
      }),
    );
  });
});

describe('filtered members', () => {
  const left = async (values: string[], ...specs: string[]) => {
    const [filter] = readFilters(specs, [await columnOf(...values)]);
    return filter ? values.filter((value) => passesFilter(filter, value)) : 'all';
  };

  it('have one of the values that are asked for', async () => {
    const finishes = ['Black', 'Chrome', '8..10'];
    expect(await left(finishes, 'Width:Chrome', 'Width:Black')).toEqual(['Black', 'Chrome']);
    expect(await left(finishes, 'Width:8..10')).toEqual(['8..10']);
    expect(await left(finishes, 'Width:chrome')).toEqual([]);
    expect(await left(finishes, 'Length:Chrome')).toBe('all');
  });

  it('are within a range of numbers, as members write them', async () => {
    const widths = ['1/4', '3/8', '0.5', '1-1/4'];
    expect(await left(widths, 'Width:3/8..1/2')).toEqual(['3/8', '0.5']);
    expect(await left(widths, 'Width:..3/8')).toEqual(['1/4', '3/8']);
    expect(await left(widths, 'Width:1..', 'Width:1/4')).toEqual(['1/4', '1-1/4']);
    for (const nothing of ['x..1', '1..x', '1..2..3', '1/2..1/4'])
      expect(await left(widths, `Width:${nothing}`)).toEqual([]);
  });

  it('are those of the longer of two labels that begin alike', async () => {
    const columns = [await columnOf('8', '10')].flatMap((column) => [
      column,
      { ...column, label: 'Width:A' },
    ]);
    const filters = readFilters(['Width:A:8', 'Width:10'], columns);
    expect(filters.map(({ column, values }) => [column.label, ...values])).toEqual([
      ['Width', '10'],
      ['Width:A', '8'],
    ]);
  });

  it('have a value at all', async () => {
    const [filter] = readFilters(['Width:..99'], [await columnOf('8', '10')]);
    expect(filter && passesFilter(filter, undefined)).toBe(false);
  });
});

describe('sorted members', () => {
  it('are all of them, those without a value last both ways', () => {
    const members = ['10', undefined, '9', '10', '1/2'].map((value, nth) => ({ id: String(nth), value }));
    expect(sortMembers(members, false)).toEqual(['4', '2', '0', '3', '1']);
    expect(sortMembers(members, true)).toEqual(['0', '3', '2', '4', '1']);
  });

  it('are read page by page, each once', () => {
    const ids = fc.uniqueArray(fc.uuid(), { maxLength: 30 });
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 7 }), (all, limit) => {
        const read: string[] = [];
        let cursor: string | undefined;
        do {
          const start = startAfter(all, cursor);
          const page = all.slice(start, start + limit);
          read.push(...page);
          cursor = start + page.length < all.length ? `${start + page.length - 1}.${page.at(-1)}` : undefined;
        } while (cursor !== undefined);
        expect(read).toEqual(all);
      }),
    );
  });
});
