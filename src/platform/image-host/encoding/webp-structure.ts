import type { PictureStructure } from './picture-structure.ts';

const HEADER_BYTES = 12;
const STILL = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'EXIF', 'XMP ']);
const ANIMATION = new Set(['ANIM', 'ANMF']);
const ANIMATION_FLAG = 0b10;

/** Reads a WebP chunk by chunk (RFC 9649, section 2) up to one that it should not have; `undefined` when it is not whole. */
export function readWebp(bytes: Buffer): PictureStructure | undefined {
  const fileEnd = 8 + bytes.readUInt32LE(4);
  if (fileEnd > bytes.length) return undefined;
  let animated = false;
  let offset = HEADER_BYTES;
  while (offset < fileEnd) {
    if (offset + 8 > fileEnd) return undefined;
    const name = bytes.toString('latin1', offset, offset + 4);
    const size = bytes.readUInt32LE(offset + 4);
    const end = offset + 8 + size;
    if (end > fileEnd) return undefined;
    // An extended WebP begins with flags; the second bit is for animation (section 2.7).
    const isFlagged = name === 'VP8X' && ((bytes[offset + 8] ?? 0) & ANIMATION_FLAG) !== 0;
    animated ||= isFlagged || ANIMATION.has(name);
    if (!STILL.has(name) && !ANIMATION.has(name)) return { end: offset, animated, bloated: false };
    // Chunks begin at even offsets; encoders differ on whether the file's size counts the last filler.
    offset = Math.min(end + (size % 2), fileEnd);
  }
  const isFilledUp = bytes.length === fileEnd + 1 && bytes[fileEnd] === 0;
  return { end: isFilledUp ? bytes.length : fileEnd, animated, bloated: false };
}
