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

// Older names that some systems still give, and the ones in use.
const typeNames: Record<string, PictureType> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/pjpeg': 'jpeg',
  'image/png': 'png',
  'image/x-png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** The kind of picture that a media type stands for, if the shop takes it. */
export function pictureTypeNamed(mediaType: string): PictureType | undefined {
  return typeNames[mediaType.toLowerCase()];
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
