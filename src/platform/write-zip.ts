import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { zonedTime } from '#contracts/time-zone.ts';
import { awaitedLater } from '#platform/promises.ts';

/** A file of an archive: its name, in ASCII, and its bytes, fewer than 4 GB. In parts, it may be of any
 * length and is never in memory as a whole. */
export type ZipEntry = { name: string; bytes: Uint8Array } | { name: string; parts: AsyncIterable<string> };

/** The records' signatures, and the reader version required (APPNOTE 6.3.10, 4.3.7 to 4.3.16). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
const VERSION = 45;
/** Marks that the actual value is in the 64-bit record. */
const IN_64 = 0xffffffff;
/** Flags (4.4.4) and method (4.4.5) of a file whose checksum and sizes follow its compressed bytes: many
 * readers refuse that for one that is not compressed. */
const AFTERWARDS = 8;
const DEFLATED = 8;
const DESCRIPTOR = 0x08074b50;

/** Writes a ZIP archive as it is consumed, with one file at a time in memory, and some 100 bytes of each file
 * already written. Files are stored uncompressed unless they come in parts, all with one timestamp in the
 * local time of a zone: a ZIP does not name zones. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  { at, zone }: { at: Date; zone: string },
): AsyncGenerator<Uint8Array> {
  const written = dosTime(at, zone);
  const directory: Buffer[] = [];
  let offset = 0n;
  const localRecord = (name: string, facts: Buffer) =>
    Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), facts, Buffer.from(name)]);
  for await (const entry of entries) {
    const { name } = entry;
    if ('bytes' in entry) {
      const { bytes } = entry;
      const facts = factsOf(name, [crc32(bytes), bytes.length, bytes.length], written);
      const head = localRecord(name, facts);
      directory.push(centralRecord(name, facts, offset));
      offset += BigInt(head.length + bytes.length);
      yield head;
      yield bytes;
      continue;
    }
    const head = localRecord(name, factsOf(name, undefined, written));
    yield head;
    const sums = yield* deflate(entry.parts);
    const facts = factsOf(name, sums, written, { isDeflated: true });
    directory.push(centralRecord(name, facts, offset));
    const descriptor = numbers([DESCRIPTOR, 4], ...inFourBytes(sums));
    offset += BigInt(head.length + sums[1] + descriptor.length);
    yield descriptor;
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endRecords(BigInt(directory.length), BigInt(central.length), offset);
}

/** Encodes time and day for both records (4.4.6). */
function dosTime(at: Date, zone: string): { time: number; day: number } {
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] =
    zonedTime(at, zone).match(/\d+/g)?.map(Number) ?? [];
  return {
    time: (hours << 11) | (minutes << 5) | (seconds >> 1),
    day: ((year - 1980) << 9) | (month << 5) | date,
  };
}

/** A file's checksum, and its size compressed and as it was. */
type Sums = [checksum: number, stored: number, size: number];

const inFourBytes = (sums: Sums) => sums.map((sum): [number, 4] => [sum, 4]);

/** Yields a file compressed, and returns its sums. */
async function* deflate(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array, Sums> {
  const sums: Sums = [0, 0, 0];
  async function* counted() {
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      sums[0] = crc32(bytes, sums[0]);
      sums[2] += bytes.length;
      yield bytes;
    }
  }
  const deflated = createDeflateRaw();
  const feeding = awaitedLater(pipeline(counted(), deflated));
  try {
    for await (const part of deflated as AsyncIterable<Buffer>) {
      sums[1] += part.length;
      yield part;
    }
  } finally {
    // If the reader has left, the source of the parts is closed.
    await feeding.catch(() => undefined);
  }
  return sums;
}

/** The fields that both records of a file share: flags, method, time, day, checksum, sizes, and lengths of
 * name and extra field. Without sums yet, they follow its bytes. */
function factsOf(
  name: string,
  sums: Sums | undefined,
  { time, day }: ReturnType<typeof dosTime>,
  { isDeflated = !sums }: { isDeflated?: boolean } = {},
): Buffer {
  const [flags, method] = isDeflated ? [AFTERWARDS, DEFLATED] : [0, 0];
  const sizes = inFourBytes(sums ?? [0, 0, 0]);
  return numbers([flags, 2], [method, 2], [time, 2], [day, 2], ...sizes, [name.length, 2], [0, 2]);
}

function centralRecord(name: string, facts: Buffer, offset: bigint): Buffer {
  const start = numbers([CENTRAL, 4], [VERSION, 2], [VERSION, 2]);
  // The extra field with the file's offset in 64 bits.
  const extra = Buffer.concat([numbers([1, 2], [8, 2]), large(offset)]);
  const described = Buffer.from(facts);
  described.writeUInt16LE(extra.length, described.length - 2);
  const rest = numbers([0, 2], [0, 2], [0, 2], [0, 4], [IN_64, 4]);
  return Buffer.concat([start, described, rest, Buffer.from(name), extra]);
}

function endRecords(count: bigint, size: bigint, offset: bigint): Buffer {
  const end64 = Buffer.concat([
    numbers([END_64, 4]),
    large(44n),
    numbers([VERSION, 2], [VERSION, 2], [0, 4], [0, 4]),
    ...[count, count, size, offset].map(large),
  ]);
  const locator = Buffer.concat([numbers([LOCATOR_64, 4], [0, 4]), large(offset + size), numbers([1, 4])]);
  const end = numbers([END, 4], [0, 2], [0, 2], [0xffff, 2], [0xffff, 2], [IN_64, 4], [IN_64, 4], [0, 2]);
  return Buffer.concat([end64, locator, end]);
}

function numbers(...values: [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    values.map(([value, length]) => {
      const written = Buffer.alloc(length);
      written.writeUIntLE(value, 0, length);
      return written;
    }),
  );
}

function large(value: bigint): Buffer {
  const written = Buffer.alloc(8);
  written.writeBigUInt64LE(value);
  return written;
}
