import { pictureTypeOf } from '#platform/images/check-structure.ts';

/** Reads the size of a PNG or JPEG from its header; `undefined` for any other file. */
export function sizeOfPicture(
  bytes: Buffer,
): { type: 'png' | 'jpeg'; width: number; height: number } | undefined {
  const type = pictureTypeOf(bytes);
  if (type === 'png' && bytes.length >= 24)
    return sized(type, bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  if (type !== 'jpeg') return undefined;
  // Segments until the frame header, SOF0 to SOF15 without DHT, JPG, and DAC (ITU-T T.81, table B.1).
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return sized(type, bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
  }
  return undefined;
}

const sized = (type: 'png' | 'jpeg', width: number, height: number) =>
  width > 0 && height > 0 ? { type, width, height } : undefined;
