import { setImmediate } from 'node:timers/promises';
import type { Specification } from '#features/catalogue/contract.ts';
import { readSize, sortBySize, unitKey } from '#pasted-lists';
import type { FamilyColumn } from './contract.ts';

/** Maximum number of columns; what differs beyond them is on each member's own page. */
const MOST_COLUMNS = 16;

/** More values than this are not listed. */
const MOST_VALUES = 50;

/** A specification's name, and its values among members: how many have each. */
export type NamedValues = { name: string; values: { value: string; unit: string | null; tools: number }[] };

type Values = NamedValues['values'];

/** Whether a specification belongs into a column: same name and unit, however that is spelled. */
export const isInColumn = (
  { name, unit }: Pick<Specification, 'name' | 'unit'>,
  column: Pick<FamilyColumn, 'name' | 'unit'>,
): boolean => name === column.name && unitKey(unit ?? '') === unitKey(column.unit ?? '');

/** Splits the specifications of a family into those that all of its `members` have alike, and columns of those
 * in which they differ. One that only some have differs; another unit makes another column. Yields to the
 * event loop before each, since 1,000 members can have as many values to read. */
export async function readColumns(
  names: readonly NamedValues[],
  members: number,
): Promise<{ shared: Specification[]; columns: FamilyColumn[] }> {
  const shared: Specification[] = [];
  const columns: FamilyColumn[] = [];
  for (const { name, values } of names) {
    await setImmediate();
    for (const ofUnit of Map.groupBy(values, ({ unit }) => unitKey(unit ?? '')).values()) {
      const unit = commonestUnit(ofUnit);
      const texts = [...new Set(ofUnit.map(({ value }) => value))];
      const tools = ofUnit.reduce((sum, each) => sum + each.tools, 0);
      if (texts.length === 1 && tools === members) shared.push({ name, value: texts[0] ?? '', unit });
      else columns.push(toColumn(name, unit, texts));
    }
  }
  return { shared, columns: columns.slice(0, MOST_COLUMNS) };
}

/** The spelling of a unit that most tools have; of several, the first by letters, so that a column's label, and
 * with it the address of a filter, stays the same. */
function commonestUnit(values: Values): string | null {
  const tools = new Map<string | null, number>();
  for (const each of values) tools.set(each.unit, (tools.get(each.unit) ?? 0) + each.tools);
  const most = Math.max(...tools.values());
  const units = [...tools].flatMap(([unit, count]) => (count === most ? [unit] : []));
  return units.toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1))[0] ?? null;
}

function toColumn(name: string, unit: string | null, texts: string[]): FamilyColumn {
  const range = rangeOf(texts);
  return {
    label: unit ? `${name}, ${unit}` : name,
    name,
    unit,
    isNumeric: range !== undefined,
    min: range?.min ?? null,
    max: range?.max ?? null,
    values: texts.length > MOST_VALUES ? [] : sortBySize(texts, (text) => text),
    valueCount: texts.length,
  };
}

/** The range of texts that are one number each, all of one unit; `undefined` for others. */
function rangeOf(texts: string[]): { min: number; max: number } | undefined {
  const first = readSize(texts[0] ?? '');
  if (!first) return undefined;
  let { number: min, number: max } = first;
  for (const text of texts) {
    const size = readSize(text);
    if (size?.unit !== first.unit) return undefined;
    min = Math.min(min, size.number);
    max = Math.max(max, size.number);
  }
  return { min, max };
}

/** What members are narrowed to: those with one of these values in the column, or a number in one of these
 * ranges. */
export type ColumnFilter = {
  column: FamilyColumn;
  values: ReadonlySet<string>;
  ranges: readonly { from: number; to: number }[];
};

/** Reads filters: a column's label and a value (`Finish:Chrome`) or, if it is numeric, an inclusive range of
 * numbers as its members write them (`Opening, in:3/8..1/2`), either end of which may be left out. Omits
 * those of columns that the family doesn't have. Of two labels with which a text begins, the longer is meant. */
export function readFilters(texts: readonly string[], columns: readonly FamilyColumn[]): ColumnFilter[] {
  const longestFirst = columns.toSorted((one, other) => other.label.length - one.label.length);
  const meant = Map.groupBy(texts, (text) => longestFirst.find(({ label }) => text.startsWith(`${label}:`)));
  return columns.flatMap((column) => {
    const wanted = meant.get(column)?.map((text) => text.slice(column.label.length + 1)) ?? [];
    if (wanted.length === 0) return [];
    const ranges = wanted.map((text) => (column.isNumeric ? readBounds(text) : undefined));
    const values = new Set(wanted.filter((_text, nth) => !ranges[nth]));
    return [{ column, values, ranges: ranges.filter((range) => range !== undefined) }];
  });
}

function readBounds(text: string): { from: number; to: number } | undefined {
  const ends = text.split('..');
  if (ends.length !== 2) return undefined;
  const [from, to] = ends.map((end) =>
    end.trim() === '' ? undefined : (readSize(end)?.number ?? Number.NaN),
  );
  return { from: from ?? Number.NEGATIVE_INFINITY, to: to ?? Number.POSITIVE_INFINITY };
}

/** Whether a member with this value in the column, if any, is among those that a filter lets through. */
export function passesFilter({ values, ranges }: ColumnFilter, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (values.has(value)) return true;
  const number = ranges.length > 0 ? readSize(value)?.number : undefined;
  return number !== undefined && ranges.some(({ from, to }) => from <= number && number <= to);
}

/** A member and its value in the column that it is sorted by, if it has one. */
export type SortedMember = { id: string; value: string | undefined };

/** Sorts members by value, those without one last, and the alike in the order given; returns their ids. */
export function sortMembers(members: readonly SortedMember[], isDescending: boolean): string[] {
  const valued = members.flatMap(({ id, value }) => (value === undefined ? [] : [{ id, value }]));
  const byText = Map.groupBy(valued, ({ value }) => value);
  const texts = sortBySize([...byText.keys()], (text) => text);
  const sorted = (isDescending ? texts.toReversed() : texts).flatMap((text) => byText.get(text) ?? []);
  return [...sorted, ...members.filter(({ value }) => value === undefined)].map(({ id }) => id);
}

/** Returns where a list of ids goes on after a cursor, which is the place of the last one and its id: behind
 * that id wherever it is now, or, if it is gone, with what has moved up into its place. */
export function startAfter(ids: readonly string[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [place = '', id = ''] = cursor.split('.');
  const at = ids.indexOf(id);
  return at >= 0 ? at + 1 : Math.min(Number(place), ids.length);
}
