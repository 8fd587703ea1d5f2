import { Refusal } from '#contracts/api-error.ts';
import type { ToolSort } from '#contracts/tool-search.ts';

/** After which tool a page goes on: its place in the order, and the tool itself where several share that place. */
export type ToolPlace = { key: number; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Writes a place in a sorted list as a cursor. */
export function writeToolCursor(sort: ToolSort, { key, id }: ToolPlace): string {
  return Buffer.from(`${sort} ${key} ${id}`).toString('base64url');
}

/**
 * Reads a cursor that was written for the same sort.
 * @throws Refusal `invalid_input` for anything else.
 */
export function readToolCursor(sort: ToolSort, cursor: string): ToolPlace {
  const [written, key = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const place = { key: Number(key), id };
  const isRight = written === sort && /^\d{1,12}$/.test(key) && UUID.test(id);
  if (isRight && writeToolCursor(sort, place) === cursor) return place;
  throw new Refusal('invalid_input', 'cursor is not valid', { field: 'cursor' });
}
