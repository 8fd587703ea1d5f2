import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Info, parse } from 'csv-parse';
import { type FileForm, parseOptions, toRows } from './file-rules.ts';

/** Longer than any intended row: an unclosed quotation mark would make the whole file one row. */
const MAX_ROW_CHARACTERS = 1_000_000;
/** A piece of so many characters is parsed within 50 ms, whatever is in it. */
const PIECE_CHARACTERS = 10_000;

/** A row's cells, and where in the file it is, empty rows counted. */
export type ParsedRow = { info: Info; record: string[] };

/** Parses a file's rows one by one, the column names first, without empty ones. Other work of the process has
 * its turn after each piece. @throws CsvError where quotation marks do not match */
export function parseFile(chunks: AsyncIterable<Buffer>, form: FileForm): AsyncIterable<ParsedRow> {
  const parser = parse({
    ...parseOptions(form),
    max_record_size: MAX_ROW_CHARACTERS,
    skip_empty_lines: true,
    info: true,
  });
  expectAnyLength(parser);
  // The consumer of the rows receives the error.
  pipeline(Readable.from(decode(chunks, form)), parser, () => undefined);
  return parser;
}

/** csv-parse makes an error, with its stack, of each row that is longer or shorter than the first, even where
 * `relax_column_count` lets it pass: 40 times the work of parsing it. Rows are then as long as expected. */
function expectAnyLength(parser: object): void {
  const { state } = parser as { state: { record: string[] } };
  Object.defineProperty(state, 'expectedRecordLength', {
    get: () => state.record.length,
    set: () => undefined,
  });
}

async function* decode(chunks: AsyncIterable<Buffer>, { encoding }: FileForm): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    yield* inPieces(toRows(text, isFirst));
    isFirst = false;
  }
  yield decoder.decode();
}

async function* inPieces(text: string): AsyncGenerator<string> {
  let from = 0;
  while (from < text.length) {
    const end = from + PIECE_CHARACTERS;
    // No character is cut in two: one outside the basic plane has two code units.
    const to = (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
    yield text.slice(from, to);
    from = to;
    await nextTurn();
  }
}
