import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';

/** How a file is written: what its bytes are, and what stands between its cells. */
export type FileForm = { encoding: 'utf-8' | 'utf-16le' | 'windows-1252'; delimiter: ',' | ';' | '\t' };

/** Longer than any row that is meant: a quotation mark that is never closed would take the whole file into one. */
const MAX_ROW_CHARACTERS = 100_000;

const delimiters = [',', ';', '\t'] as const;

/** Finds out how a file is written, off all of its bytes: UTF-8 where they are that, else what spreadsheets wrote before. */
export async function findForm(chunks: AsyncIterable<Buffer>): Promise<FileForm> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first: Buffer | undefined;
  let isUtf8 = true;
  for await (const chunk of chunks) {
    first ??= chunk;
    if (!isUtf8 || isUtf16(first)) break;
    isUtf8 = decodes(strict, chunk);
  }
  isUtf8 &&= decodes(strict);
  const encoding = first && isUtf16(first) ? 'utf-16le' : isUtf8 ? 'utf-8' : 'windows-1252';
  return { encoding, delimiter: findDelimiter(new TextDecoder(encoding).decode(first)) };
}

const isUtf16 = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xfe;

function decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The one that stands in the first line most often, outside of quotation marks. */
function findDelimiter(text: string): FileForm['delimiter'] {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

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
