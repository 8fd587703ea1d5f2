/** A box of an ISO media file: its type, and where it ends, which may be behind the bytes that there are. */
export type MediaBox = { type: string; end: number };

/**
 * The box at `offset` (ISO/IEC 14496-12, section 4.2); `undefined` when there is no room for one, and when it does not
 * say where it ends.
 */
export function mediaBoxAt(bytes: Buffer, offset: number): MediaBox | undefined {
  if (offset + 8 > bytes.length) return undefined;
  const type = bytes.toString('latin1', offset + 4, offset + 8);
  const size = bytes.readUInt32BE(offset);
  if (size >= 8) return { type, end: offset + size };
  if (size !== 1 || offset + 16 > bytes.length) return undefined;
  const large = Number(bytes.readBigUInt64BE(offset + 8));
  return large >= 16 ? { type, end: offset + large } : undefined;
}

/** Whether boxes, the first of which names the file's brands, fill the file from `start` to `end` exactly. */
export function isMediaFile(bytes: Buffer, start: number, end: number): boolean {
  if (mediaBoxAt(bytes, start)?.type !== 'ftyp') return false;
  let offset = start;
  while (offset < end) {
    const box = mediaBoxAt(bytes, offset);
    if (!box) return false;
    offset = box.end;
  }
  return offset === end;
}
