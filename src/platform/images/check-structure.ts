import { inflateSync } from 'node:zlib';
import { errorCode } from '#platform/errors.ts';
import { NotAPicture } from './image-host.ts';

const nameAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4);

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif';

/** Detects a picture's type from its first bytes, whatever its name; `undefined` for any other file. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  if (bytes.subarray(0, 3).equals(JPEG_START)) return 'jpeg';
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png';
  if (nameAt(bytes, 0) === 'RIFF' && nameAt(bytes, 8) === 'WEBP') return 'webp';
  return brandsOf(bytes).includes('avif') ? 'avif' : undefined;
}

// Older names that some systems still use, mapped to the current ones.
const typeNames: Record<string, PictureType> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/pjpeg': 'jpeg',
  'image/png': 'png',
  'image/x-png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** The picture type of a media type, if the shop accepts it. */
export function pictureTypeNamed(mediaType: string): PictureType | undefined {
  return typeNames[mediaType.toLowerCase()];
}

/** The brands of an ISO media file, the major one first (ISO/IEC 14496-12, section 4.3). */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || nameAt(bytes, 4) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 512);
  const brands = [nameAt(bytes, 8)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(nameAt(bytes, offset));
  return brands;
}

type Structure = { end: number; isAnimated?: boolean; isBloated?: boolean };

/** Refuses what decoding and re-encoding would let pass, before a pixel is decoded (decision 12). @throws
 * NotAPicture `damaged` if the picture's end is missing, `animated`, `extra` for bytes after the end,
 * decompression bombs, or other content */
export function checkStructure(bytes: Buffer, type: PictureType): void {
  const structure = readers[type](bytes);
  if (!structure || structure.end > bytes.length) {
    throw new NotAPicture('damaged');
  }
  if (structure.isAnimated) throw new NotAPicture('animated');
  if (structure.isBloated || structure.end !== bytes.length || holdsOtherContent(bytes)) {
    throw new NotAPicture('extra');
  }
}

const readers: Record<PictureType, (bytes: Buffer) => Structure | undefined> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
  avif: readAvif,
};

/** PNG, third edition, section 5.3: chunks up to the one named IEND. */
function readPng(bytes: Buffer): Structure | undefined {
  let isAnimated = false;
  // What is left for the chunks that unfold, together: a decoder unfolds them all.
  let room = MOST_UNFOLDED_BYTES;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = nameAt(bytes, at + 4);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (name === 'IEND') return { end, isAnimated, isBloated: room < 0 };
    isAnimated ||= ['acTL', 'fcTL', 'fdAT'].includes(name);
    if (room >= 0) room -= unfoldedBytes(name, bytes.subarray(at + 8, end - 4), room);
    at = end;
  }
  return undefined;
}

/** Far above the size of a picture's colour profile and texts. */
const MOST_UNFOLDED_BYTES = 4 * 1024 * 1024;

/** No deflate stream unfolds to more times its own length (zlib.net/zlib_tech.html). */
const MOST_UNFOLDED_TIMES = 1032;

/** How much a chunk's zlib stream, which begins after one of its first zeros, unfolds to (sections 11.3.2.3,
 * 11.3.3.3 f.): more than `room` for a decompression bomb, and the most it can be for one that breaks off. */
function unfoldedBytes(name: string, content: Buffer, room: number): number {
  const keyword = content.indexOf(0);
  const language = content.indexOf(0, keyword + 3);
  const starts: Record<string, number> = {
    iCCP: keyword + 2,
    zTXt: keyword + 2,
    iTXt: content.indexOf(0, language + 1) + 1,
  };
  const start = starts[name];
  if (start === undefined || (name === 'iTXt' && content[keyword + 1] === 0)) return 0;
  try {
    return inflateSync(content.subarray(start), { maxOutputLength: Math.max(1, room) }).length;
  } catch (error) {
    return errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? room + 1 : content.length * MOST_UNFOLDED_TIMES;
  }
}

/** RFC 9649, section 2: the file states its length; chunks begin at even offsets, and not all encoders count
 * the last padding byte. */
function readWebp(bytes: Buffer): Structure {
  const end = 8 + bytes.readUInt32LE(4);
  const isFilledUp = bytes.length === end + 1 && bytes[end] === 0;
  let isAnimated = false;
  for (let at = 12; at + 8 <= bytes.length; at += 8 + 2 * Math.ceil(bytes.readUInt32LE(at + 4) / 2)) {
    isAnimated ||= ['ANIM', 'ANMF'].includes(nameAt(bytes, at));
  }
  return { end: isFilledUp ? bytes.length : end, isAnimated };
}

/** ISO/IEC 14496-12, section 4.2: boxes to the end; an image sequence has a movie box (AVIF 1.1, section
 * 3). */
function readAvif(bytes: Buffer): Structure | undefined {
  let isAnimated = nameAt(bytes, 8) === 'avis';
  let end = 0;
  while (end + 8 <= bytes.length) {
    isAnimated ||= nameAt(bytes, end + 4) === 'moov';
    const size = bytes.readUInt32BE(end);
    if (size < 8) break;
    end += size;
  }
  return { end, isAnimated };
}

// Markers by their second byte (ITU-T T.81, table B.1).
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

// Segments up to the end. After it cameras append zeros, the pictures that a multi-picture file announces
// (CIPA DC-007), a motion photo's movie (developer.android.com, Motion Photo 1.0; formerly `MicroVideo`), or
// Samsung's trailer (exiftool, Samsung.pm).
function readJpeg(bytes: Buffer): Structure | undefined {
  let isSeveral = false;
  let isMotion = false;
  for (let at = 2; bytes[at] === 0xff && at + 1 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === END) {
      const rest = bytes.subarray(at + 2);
      const isKnown = isCamerasOwn(rest, { isSeveral, isMotion });
      return { end: isKnown ? bytes.length : at + 2 };
    }
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length || marker <= 0x01 || marker === START || isRestart(marker)) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const content = bytes.toString('latin1', at + 4, end);
    isSeveral ||= marker === 0xe2 && content.startsWith('MPF\0');
    isMotion ||= marker === 0xe1 && /MotionPhoto|MicroVideo/.test(content);
    at = marker === SCAN ? endOfScan(bytes, end) : end;
  }
  return undefined;
}

/** The next marker after `offset` that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Buffer, offset: number): number {
  let at = bytes.indexOf(0xff, offset);
  while (at !== -1) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && !isRestart(marker)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

function isCamerasOwn(
  rest: Buffer,
  { isSeveral, isMotion }: { isSeveral: boolean; isMotion: boolean },
): boolean {
  const first = rest.findIndex((byte) => byte !== 0);
  if (first === -1 || nameAt(rest, rest.length - 4) === 'SEFT') return true;
  if (isSeveral && rest[first] === 0xff && rest[first + 1] === START) return true;
  // A movie begins with three zero bytes: the size of its short first box.
  return isMotion && nameAt(rest, first + 1) === 'ftyp';
}

/** Pages, scripts and documents. Each pattern is too long to occur by chance in a photograph's compressed
 * pixels. */
const OTHER_CONTENT = /<(?:script|html)[\s>/]|<!doctype\s|<svg\s+xmlns|<\?php\s|%PDF-\d\.\d/i;

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_END_BYTES = 22;
const LONGEST_COMMENT_BYTES = 0xffff;

/** Whether a file can be read as a page, a script, a document, or a ZIP, which is found from its end
 * (APPNOTE.TXT, section 4.3.16). */
function holdsOtherContent(bytes: Buffer): boolean {
  if (OTHER_CONTENT.test(bytes.toString('latin1'))) return true;
  const first = Math.max(0, bytes.length - ARCHIVE_END_BYTES - LONGEST_COMMENT_BYTES);
  for (let at = bytes.indexOf(ARCHIVE_END, first); at !== -1; at = bytes.indexOf(ARCHIVE_END, at + 1)) {
    if (at + ARCHIVE_END_BYTES > bytes.length) return false;
    const directory = at - bytes.readUInt32LE(at + 12);
    if (directory >= 0 && nameAt(bytes, directory) === 'PK\x01\x02') return true;
  }
  return false;
}
