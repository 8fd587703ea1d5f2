import { guessFields } from '../column-rules.ts';
import type { ImportedField } from '../contract.ts';
import { findForm, parseOptions, toRows } from '../file-rules.ts';

/** Enough of a file for the names of its columns and the row after them. */
const HEAD_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** What each column of a file is, by its name: a field, or nothing that is imported. */
export type Mapping = Record<string, ImportedField | null>;

/** The columns of a file in their order, each with what the first row has in it. */
export type FileColumn = { name: string; example: string };

/** Reads the columns off a file's beginning, as the shop will; none where it has no row that can be read. */
export async function readHead(file: File): Promise<FileColumn[]> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // A character that the cut goes through would not be one of UTF-8.
  const end = file.size > bytes.length ? bytes.lastIndexOf(LINE_FEED) + 1 : bytes.length;
  const head = bytes.subarray(0, end || bytes.length);
  const form = await findForm(pieces(head));
  const { parse } = await import('csv-parse/browser/esm/sync');
  const text = toRows(new TextDecoder(form.encoding).decode(head), true);
  const read = (to: number): string[][] => parse(text, { ...parseOptions(form), to });
  // The names alone, where the row after them goes on beyond the piece, or cannot be read.
  const [names = [], first = []] = attempt(() => read(2)) ?? attempt(() => read(1)) ?? [];
  return names.map((name, index) => ({ name: name.trim(), example: first[index] ?? '' }));
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function* pieces(bytes: Uint8Array) {
  yield bytes;
}

/** What the columns are, as far as their names tell. */
export function guessMapping(columns: FileColumn[]): Mapping {
  const names = columns.map(({ name }) => name);
  const guessed = guessFields(names);
  return Object.fromEntries(names.map((name, index) => [name, guessed[index] ?? null]));
}
