const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** The kinds of picture that the shop takes. */
export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif';

/** Tells a picture's kind from its first bytes, whatever it is called; `undefined` for every other kind of file. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  if (startsWith(bytes, JPEG_START)) return 'jpeg';
  if (startsWith(bytes, PNG_SIGNATURE)) return 'png';
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return 'webp';
  return brandsOf(bytes).includes('avif') ? 'avif' : undefined;
}

/** Whether a picture says of itself that it moves: an animated PNG, WebP or AVIF. */
export function isAnimated(bytes: Buffer, type: PictureType): boolean {
  if (type === 'png') return pngChunksBeforeData(bytes).includes('acTL');
  // An extended WebP begins with flags; the second bit is for animation (RFC 9649, section 2.7).
  if (type === 'webp') return textAt(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & 0b10) !== 0;
  return type === 'avif' && brandsOf(bytes)[0] === 'avis';
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4);
}

/** The brands of an ISO media file, the major one first (ISO/IEC 14496-12, section 4.3). */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || textAt(bytes, 4) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 512);
  const brands = [textAt(bytes, 8)];
  for (let offset = 16; offset + 4 <= end; offset += 4) brands.push(textAt(bytes, offset));
  return brands;
}

/** The names of a PNG's chunks up to its first picture data (PNG, third edition, section 5.3). */
function pngChunksBeforeData(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let offset = PNG_SIGNATURE.length; offset + 8 <= bytes.length; ) {
    const name = textAt(bytes, offset + 4);
    if (name === 'IDAT') break;
    names.push(name);
    offset += 12 + bytes.readUInt32BE(offset);
  }
  return names;
}
