/** How a file is written: what its bytes are, and what stands between its cells. */
export type FileForm = { encoding: 'utf-8' | 'utf-16le' | 'windows-1252'; delimiter: ',' | ';' | '\t' };

const delimiters = [',', ';', '\t'] as const;

/** Finds out how a file is written, off all of its bytes: UTF-8 where they are that, else what spreadsheets wrote before. */
export async function findForm(chunks: AsyncIterable<Uint8Array>): Promise<FileForm> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first: Uint8Array | undefined;
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

const isUtf16 = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xfe;

function decodes(decoder: TextDecoder, chunk?: Uint8Array): boolean {
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
