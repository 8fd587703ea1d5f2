import { NUMBER, toPlainSizes, toValue, UNIT, units } from './notation.ts';

/** A text that is one number, and the unit after it, if any: `7-1/4"` is 7.25 and `in`. */
export type Size = { number: number; unit: string };

/** The form in which most numbers are written, and in which the shop's database reads them. */
const PLAIN = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const ONE_NUMBER = new RegExp(`^(-?)(${NUMBER}) ?(${UNIT}|(?<= )[a-z%]{1,10})?$`);
const SOME_NUMBER = new RegExp(NUMBER, 'g');

/** No number with its unit is longer. */
const MOST_CHARACTERS = 30;

/** Reads a text that is one number, with or without a unit; `undefined` for any other. */
export function readSize(text: string): Size | undefined {
  // '-0' is read as 0.
  if (PLAIN.test(text)) return { number: Number(text) || 0, unit: '' };
  if (text.length > MOST_CHARACTERS) return undefined;
  const [, sign, number, unit = ''] = ONE_NUMBER.exec(toPlainSizes(text).trim()) ?? [];
  if (number === undefined) return undefined;
  const value = toValue(number);
  if (!Number.isFinite(value)) return undefined;
  return { number: sign && value ? -value : value, unit: units.get(unit) ?? unit };
}

/** The name of a unit, however it is spelled; one that is not known is its own. */
export function unitKey(unit: string): string {
  const plain = unit.trim().toLowerCase();
  if (plain === '"' || plain === '″') return 'in';
  return units.get(plain) ?? unit.trim();
}

/** What a text is ordered by. */
type Order = { size: Size | undefined; parts: (string | number)[]; text: string };

/** The texts of a size, and the numbers among them: `M8 × 1.25` is `m`, 8, `x`, and 1.25. */
function partsOf(text: string): (string | number)[] {
  const plain = toPlainSizes(text);
  const parts: (string | number)[] = [];
  let end = 0;
  for (const found of plain.matchAll(SOME_NUMBER)) {
    if (found.index > end) parts.push(plain.slice(end, found.index).trim());
    parts.push(toValue(found[0]));
    end = found.index + found[0].length;
  }
  return end < plain.length ? [...parts, plain.slice(end).trim()] : parts;
}

/** Sorts by value and not by text: 9 before 10, 3/8 before 1/2, and M8 before M10. Single numbers come first,
 * those of each unit together; of the same value, in the order of their texts. */
export function sortBySize<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, order: orderOf(textOf(item)) }))
    .sort((one, other) => compare(one.order, other.order))
    .map(({ item }) => item);
}

const orderOf = (text: string): Order => {
  const size = readSize(text);
  return { size, parts: size ? [] : partsOf(text), text };
};

function compare(one: Order, other: Order): number {
  if (one.size && other.size)
    return (
      compareTexts(one.size.unit, other.size.unit) ||
      one.size.number - other.size.number ||
      compareTexts(one.text, other.text)
    );
  if (one.size ?? other.size) return one.size ? -1 : 1;
  return compareParts(one.parts, other.parts) || compareTexts(one.text, other.text);
}

function compareParts(one: Order['parts'], other: Order['parts']): number {
  for (const [nth, part] of one.entries()) {
    const against = other[nth];
    if (against === undefined) return 1;
    const order = comparePart(part, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function comparePart(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one === other ? 0 : one < other ? -1 : 1;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return typeof one === 'number' ? -1 : 1;
}

const compareTexts = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
