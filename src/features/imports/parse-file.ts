import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type FileForm, parseOptions, toRows } from './file-rules.ts';

/** Longer than any row that is meant: a quotation mark that is never closed
 * would take the whole file into one. */
const MAX_ROW_CHARACTERS = 1_000_000;

/** The file's rows one by one, the columns' names first. Throws where quotation marks do not go together. */
export function parseFile(chunks: AsyncIterable<Buffer>, form: FileForm): AsyncIterable<string[]> {
  const parser = parse({ ...parseOptions(form), max_record_size: MAX_ROW_CHARACTERS });
  // Whoever reads the rows hears of a failure.
  pipeline(Readable.from(decode(chunks, form)), parser, () => undefined);
  return parser;
}

async function* decode(chunks: AsyncIterable<Buffer>, { encoding }: FileForm): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    yield toRows(text, isFirst);
    isFirst = false;
  }
  yield decoder.decode();
}
