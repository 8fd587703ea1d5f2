import { inflateSync } from 'node:zlib';
import type { PictureStructure } from './picture-structure.ts';

const SIGNATURE_BYTES = 8;
/** Far above any colour profile or note that comes with a picture. */
const MOST_UNFOLDED_BYTES = 4 * 1024 * 1024;
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT']);

/** A chunk of a PNG: its name and what it holds (PNG, third edition, section 5.3). */
type Chunk = { name: string; content: Buffer };

/** Reads a PNG chunk by chunk up to its last; `undefined` when it is not whole. */
export function readPng(bytes: Buffer): PictureStructure | undefined {
  const seen = { animated: false, bloated: false };
  for (let offset = SIGNATURE_BYTES; offset + 12 <= bytes.length; ) {
    const end = offset + 12 + bytes.readUInt32BE(offset);
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    if (name === 'IEND') return { ...seen, end };
    seen.animated ||= ANIMATION.has(name);
    seen.bloated ||= isBloated({ name, content: bytes.subarray(offset + 8, end - 4) });
    offset = end;
  }
  return undefined;
}

function isBloated(chunk: Chunk): boolean {
  const packed = packedPart(chunk);
  if (!packed) return false;
  try {
    inflateSync(packed, { maxOutputLength: MOST_UNFOLDED_BYTES });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** The zlib stream in a chunk that can hold one beside the pixels (sections 11.3.2.3, 11.3.3.3 and 11.3.3.4). */
function packedPart({ name, content }: Chunk): Buffer | undefined {
  if (name !== 'iCCP' && name !== 'zTXt' && name !== 'iTXt') return undefined;
  const keywordEnd = content.indexOf(0);
  if (keywordEnd === -1) return undefined;
  if (name !== 'iTXt') return content.subarray(keywordEnd + 2);
  const isPacked = content[keywordEnd + 1] === 1;
  const languageEnd = content.indexOf(0, keywordEnd + 3);
  const translationEnd = languageEnd === -1 ? -1 : content.indexOf(0, languageEnd + 1);
  return isPacked && translationEnd !== -1 ? content.subarray(translationEnd + 1) : undefined;
}
