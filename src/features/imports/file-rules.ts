import { normalForm } from '#contracts/text.ts';

/** How a file is written: its encoding, and the separator of its cells. */
export type FileForm = {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  delimiter: ',' | ';' | '\t' | '|';
};

/** A file that cannot be imported. */
export class UnreadableFile extends Error {
  readonly row: number;
  readonly column: string | null;

  constructor(message: string, row: number, column: string | null = null) {
    super(message);
    this.row = row;
    this.column = column;
  }
}

const delimiters = [',', ';', '\t', '|'] as const;

/** Files may combine pieces with different line endings, so a row ends at any of these. */
export const parseOptions = ({ delimiter }: FileForm) => ({
  delimiter,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
});

/** The UTF-8 byte order mark, decoded as such or as windows-1252, any number of times at the start of a
 * file. */
const MARKS = /^(?:\ufeff|ï»¿)+/;
/** The byte order mark before a quoted cell, where files were concatenated. */
const INNER_MARKS = /(?<=[\r\n])\ufeff+(?=")/g;
/** The line that declares the separator to a spreadsheet; it is not a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;

/** Removes from a decoded piece of a file what is not part of a row. */
export function toRows(piece: string, isFirst: boolean): string {
  const text = piece.replace(INNER_MARKS, '');
  return isFirst ? text.replace(MARKS, '').replace(SEPARATOR_LINE, '').replace(MARKS, '') : text;
}

/** Detects how a file is written, from all of its bytes: UTF-8 if they are valid, else the encoding that
 * spreadsheets used before. */
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

/** Detects UTF-16 by its byte order mark. */
function findUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Whether a text can be stored: UTF-16 without its mark has a zero beside each letter. */
export const isPlain = (text: string) => text.isWellFormed() && !text.includes('\0');

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Returns the separator that the file declares; else the one most frequent in its first line, outside
 * quotation marks. */
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

/** Returns the key by which a file's cells name a picture: its file name, ignoring case and Unicode form. */
export const pictureKey = (fileName: string) => normalForm(fileName.trim(), 'NFC').toLowerCase();
