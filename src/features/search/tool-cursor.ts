import { AppError } from '#contracts/app-error.ts';
import { MAX_COUNTED_HITS, type ToolSort } from '#features/catalogue/contract.ts';
import { requestTexts } from '#texts/errors.ts';

/** After which tool a page goes on: what it is sorted by (price in cents, rating in tenths, tier of
 * relevance; 0 for the newest), its id, and how many the first page has counted, one more than
 * `MAX_COUNTED_HITS` standing for more. */
export type ToolPlace = { key: number; id: string; counted: number };

const PLACE = /^([-a-z]+)\.(\d{1,10})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,5})$/;
const LARGEST = 2_147_483_647;

/** Writes a place in a sorted list as a cursor. */
export function writeToolCursor(sort: ToolSort, { key, id, counted }: ToolPlace): string {
  return Buffer.from(`${sort}.${key}.${id}.${counted}`).toString('base64url');
}

/** Reads a cursor that was written for the same sort. @throws AppError `invalid_input` for anything else. */
export function readToolCursor(sort: ToolSort, cursor: string): ToolPlace {
  const read = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, , key, id = '', counted] = read ?? [];
  const place = { key: Number(key), id, counted: Number(counted) };
  const isInRange = place.key <= LARGEST && place.counted <= MAX_COUNTED_HITS + 1;
  if (isInRange && writeToolCursor(sort, place) === cursor) return place;
  throw new AppError('invalid_input', requestTexts.badCursor, { field: 'cursor' });
}
