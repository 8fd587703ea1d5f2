import { normalForm } from '#contracts/text.ts';

/** How a file is written: what its bytes are, and what stands between its cells. */
export type FileForm = {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  delimiter: ',' | ';' | '\t' | '|';
};

const delimiters = [',', ';', '\t', '|'] as const;

/** Files are put together out of pieces with other line endings, and each row ends at whichever comes. */
export const parseOptions = ({ delimiter }: FileForm) => ({
  delimiter,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
});

/** The mark of UTF-8, read as that or as windows-1252, however often it has been put before a file. */
const MARKS = /^(?:\ufeff|ï»¿)+/;
/** The mark before a quoted cell, where a file has been put behind another one. */
const INNER_MARKS = /(?<=[\r\n])\ufeff+(?=")/g;
/** The line by which a spreadsheet is told what stands between the cells; it counts as no row. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

/** A decoded piece of a file without what is no row of it. */
export function toRows(piece: string, isFirst: boolean): string {
  const text = piece.replace(INNER_MARKS, '');
  return isFirst ? text.replace(MARKS, '').replace(SEPARATOR_LINE, '').replace(MARKS, '') : text;
}

/** Finds out how a file is written, off all of its bytes: UTF-8 where they are that, else
 * what spreadsheets wrote before. */
export async function findForm(chunks: AsyncIterable<Uint8Array>): Promise<FileForm> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first: Uint8Array | undefined;
  let isUtf8 = true;
  for await (const chunk of chunks) {
    first ??= chunk;
    if (!isUtf8 || findUtf16(first)) break;
    isUtf8 = decodes(strict, chunk);
  }
  isUtf8 &&= decodes(strict);
  const encoding = (first && findUtf16(first)) ?? (isUtf8 ? 'utf-8' : 'windows-1252');
  return { encoding, delimiter: findDelimiter(new TextDecoder(encoding).decode(first)) };
}

/** UTF-16 by its mark: whichever of its two bytes comes first. */
function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Whether a text is one that can be kept: UTF-16 without its mark has a zero beside each letter. */
export const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0');

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** The one that the file names itself; else the one that stands in its first line most
 * often, outside of quotation marks. */
function findDelimiter(text: string): FileForm['delimiter'] {
  const [, named] = SEPARATOR_LINE.exec(text.replace(MARKS, '')) ?? [];
  const isNamed = delimiters.find((each) => each === named);
  if (isNamed) return isNamed;
  const [line = ''] = toRows(text, true)
    .replace(/"[^"]*"/g, '')
    .replace(/^\s+/, '')
    .split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** What a picture goes by in a file's cells: the name of its own file, however that is spelled. */
export const pictureKey = (fileName: string) => normalForm(fileName.trim(), 'NFC').toLowerCase();
