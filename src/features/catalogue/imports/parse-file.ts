import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { FileForm } from './file-rules.ts';

/** Longer than any row that is meant: a quotation mark that is never closed would take the whole file into one. */
const MAX_ROW_CHARACTERS = 100_000;

/** The file's rows one by one, the columns' names first. Throws where quotation marks do not go together. */
export function parseFile(
  chunks: AsyncIterable<Buffer>,
  { encoding, delimiter }: FileForm,
): AsyncIterable<string[]> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    max_record_size: MAX_ROW_CHARACTERS,
  });
  // Whoever reads the rows hears of a failure.
  pipeline(Readable.from(decode(chunks, encoding)), parser, () => undefined);
  return parser;
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
