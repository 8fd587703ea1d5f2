import { Refusal } from '#contracts/api-error.ts';
import type { ToolSort } from '#contracts/tool-search.ts';
import { requestTexts } from '#texts/refusals.ts';

/**
 * After which tool a page goes on: what it is sorted by (price in cents, rating in tenths, tier of relevance; 0 for the newest)
 * and its number, and how many the first page has counted, one more than `MAX_COUNTED_HITS` standing for more.
 */
export type ToolPlace = { key: number; number: number; counted: number };

const letters: Record<ToolSort, string> = {
  relevance: 'm',
  newest: 'n',
  price: 'c',
  '-price': 'd',
  rating: 'r',
};

const LARGEST = 2_147_483_647;

/** Writes a place in a sorted list as a cursor. */
export function writeToolCursor(sort: ToolSort, { key, number, counted }: ToolPlace): string {
  return Buffer.from(`${letters[sort]}.${key}.${number}.${counted}`).toString('base64url');
}

/**
 * Reads a cursor that was written for the same sort.
 * @throws Refusal `invalid_input` for anything else.
 */
export function readToolCursor(sort: ToolSort, cursor: string): ToolPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [letter, ...numbers] = text.split('.');
  const [key = -1, number = -1, counted = -1] = numbers.map(Number);
  const place = { key, number, counted };
  const isWhole = [key, number, counted].every(
    (each) => Number.isInteger(each) && each >= 0 && each <= LARGEST,
  );
  if (letter === letters[sort] && isWhole && writeToolCursor(sort, place) === cursor) return place;
  throw new Refusal('invalid_input', requestTexts.badCursor, { field: 'cursor' });
}
