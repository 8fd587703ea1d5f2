import { mediaBoxAt } from './media-boxes.ts';
import type { PictureStructure } from './picture-structure.ts';

/** The outermost boxes of a still AVIF. */
const STILL = new Set(['ftyp', 'meta', 'mdat', 'free', 'skip', 'uuid']);
/** What an image sequence has besides (AVIF 1.1, section 3). */
const SEQUENCE = 'moov';

/** Reads an AVIF box by box; `undefined` when it is not whole. */
export function readAvif(bytes: Buffer): PictureStructure | undefined {
  let animated = bytes.toString('latin1', 8, 12) === 'avis';
  let offset = 0;
  while (offset < bytes.length) {
    const box = mediaBoxAt(bytes, offset);
    animated ||= box?.type === SEQUENCE;
    if (!box || !(STILL.has(box.type) || box.type === SEQUENCE)) break;
    if (box.end > bytes.length) return undefined;
    offset = box.end;
  }
  return { end: offset, animated, bloated: false };
}
