import { crc32 } from 'node:zlib';
import { zonedTime } from '#contracts/time-zone.ts';

/** A file of an archive: its name, in ASCII, and its bytes, fewer than 4 GB. */
export type ZipEntry = { name: string; bytes: Uint8Array };

/** The records' signatures, and the reader version required (APPNOTE 6.3.10, 4.3.7 to 4.3.16). */
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const END = 0x06054b50;
const VERSION = 45;
/** Marks that the actual value is in the 64-bit record. */
const IN_64 = 0xffffffff;

/** Writes a ZIP archive as it is consumed, with one file at a time in memory, and some 100 bytes of each file
 * already written. Files are stored uncompressed, all with one timestamp in the local time of a zone: a ZIP
 * does not name zones. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  { at, zone }: { at: Date; zone: string },
): AsyncGenerator<Uint8Array> {
  const written = dosTime(at, zone);
  const directory: Buffer[] = [];
  let offset = 0n;
  for await (const { name, bytes } of entries) {
    const facts = factsOf(name, bytes, written);
    const head = Buffer.concat([numbers([LOCAL, 4], [VERSION, 2]), facts, Buffer.from(name)]);
    directory.push(centralRecord(name, facts, offset));
    offset += BigInt(head.length + bytes.length);
    yield head;
    yield bytes;
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

/** The fields that both records of a file share: flags, method, time, day, checksum, sizes, and lengths of
 * name and extra field. */
function factsOf(name: string, bytes: Uint8Array, { time, day }: ReturnType<typeof dosTime>): Buffer {
  const sizes: [number, 4][] = [
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
  ];
  return numbers([0, 2], [0, 2], [time, 2], [day, 2], ...sizes, [name.length, 2], [0, 2]);
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
