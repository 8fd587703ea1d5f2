import { createHash } from 'node:crypto';

// Part of every hash: raise it when the encoding changes, as browsers keep an address's bytes for ever.
const ENCODING = 'toolyard pictures 2';
const MAIN_WIDTH = 800;

/** What an uploaded picture is known by: the same bytes give the same 32 hexadecimal digits. */
export function hashOfUpload(bytes: Buffer): string {
  return createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32);
}

/** The width that a tool's `img` shows, out of those that there are, the smallest first. */
export function mainWidth(widths: number[]): number {
  return widths.findLast((width) => width <= MAIN_WIDTH) ?? widths[0] ?? MAIN_WIDTH;
}

/** The `srcset` over these widths. */
export function toSrcset(widths: number[], addressOf: (width: number) => string): string {
  return widths.map((width) => `${addressOf(width)} ${width}w`).join(', ');
}
