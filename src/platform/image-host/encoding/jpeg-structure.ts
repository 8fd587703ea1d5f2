import { isMediaFile } from './media-boxes.ts';
import type { PictureStructure } from './picture-structure.ts';

// Markers by their second byte (ITU-T T.81, table B.1).
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const APPLICATION_1 = 0xe1;
const APPLICATION_2 = 0xe2;

/** Where a JPEG ends, and whether it says of itself that pictures or a movie follow. */
type Jpeg = { end: number; announcesPictures: boolean; announcesMovie: boolean };

/**
 * Reads a JPEG up to its end; `undefined` when it is not whole. What cameras put behind it belongs to it: the further
 * pictures of a multi-picture file, such as the gain map for bright screens (CIPA DC-007), the movie of a motion photo,
 * Samsung's own trailer, zeros.
 */
export function readJpegFile(bytes: Buffer): PictureStructure | undefined {
  const picture = readJpeg(bytes, 0);
  return picture && { end: endOfExtras(bytes, picture), animated: false, bloated: false };
}

function endOfExtras(bytes: Buffer, picture: Jpeg): number {
  const trailer = samsungTrailerStart(bytes) ?? bytes.length;
  let end = picture.end;
  while (end < trailer) {
    const next = skipZeros(bytes, end, trailer);
    if (next === trailer) return bytes.length;
    const further = picture.announcesPictures ? readJpeg(bytes, next)?.end : undefined;
    if (further === undefined) {
      // A movie's own first three bytes are zeros: the size of its short first box.
      const movie = Math.max(end, next - 3);
      return picture.announcesMovie && isMediaFile(bytes, movie, trailer) ? bytes.length : end;
    }
    end = further;
  }
  return end === trailer ? bytes.length : end;
}

/** Reads the JPEG at `start`, segment by segment; `undefined` when there is none or it is not whole. */
function readJpeg(bytes: Buffer, start: number): Jpeg | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== START) return undefined;
  const found = { announcesPictures: false, announcesMovie: false };
  for (let offset = start + 2; bytes[offset] === 0xff; ) {
    const marker = bytes[offset + 1] ?? 0;
    if (marker === END) return { ...found, end: offset + 2 };
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    if (offset + 4 > bytes.length || isBare(marker)) return undefined;
    const end = offset + 2 + bytes.readUInt16BE(offset + 2);
    const content = bytes.subarray(offset + 4, end);
    if (marker === APPLICATION_2 && content.toString('latin1', 0, 4) === 'MPF\0')
      found.announcesPictures = true;
    // `MicroVideo` is the older name of the two (developer.android.com, Motion Photo format 1.0).
    if (marker === APPLICATION_1 && /MotionPhoto|MicroVideo/.test(content.toString('latin1'))) {
      found.announcesMovie = true;
    }
    offset = marker === SCAN ? endOfScan(bytes, end) : end;
  }
  return undefined;
}

/** Whether a marker stands alone, and so has no place between segments: a restart, another start, or none at all. */
function isBare(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= START);
}

/** The next marker behind `offset` that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, offset: number): number {
  let at = bytes.indexOf(0xff, offset);
  while (at !== -1) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

function skipZeros(bytes: Buffer, offset: number, end: number): number {
  let at = offset;
  while (at < end && bytes[at] === 0) at += 1;
  return at;
}

/**
 * Where the trailer of Samsung's phones begins: blocks, then a directory `SEFH`, version, count, entries of 12 bytes
 * that say how far before the directory a block lies, the directory's length, `SEFT` (exiftool, Samsung.pm).
 * `undefined` when the file does not end with one.
 */
function samsungTrailerStart(bytes: Buffer): number | undefined {
  if (bytes.length < 20 || bytes.toString('latin1', bytes.length - 4) !== 'SEFT') return undefined;
  const directory = bytes.length - 8 - bytes.readUInt32LE(bytes.length - 8);
  if (directory < 0 || bytes.toString('latin1', directory, directory + 4) !== 'SEFH') return undefined;
  const count = bytes.readUInt32LE(directory + 8);
  if (directory + 12 + 12 * count !== bytes.length - 8) return undefined;
  let start = directory;
  for (let entry = 0; entry < count; entry += 1) {
    start = Math.min(start, directory - bytes.readUInt32LE(directory + 16 + 12 * entry));
  }
  return start;
}
