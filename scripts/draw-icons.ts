import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { T_SQUARE, TILE } from '#ui/wordmark-paths.ts';

/** Draws the shop's icons from its mark: `npm run icons`. The files are in the repository, so that a build
 * draws none. */
const folder = join(import.meta.dirname, '../src/app/public');
const ORANGE = '#c03c08';

/** The mark with round corners. */
const mark = svg(`<path d="${TILE}" fill="${ORANGE}"/><path d="${T_SQUARE}" fill="#fff"/>`);

/** The mark without round corners, for platforms that cut the corners themselves. `size` of the T-square
 * leaves a margin: Android may crop to a circle of four fifths (W3C, Web Application Manifest, safe zone). */
function fullBleed(size: number): string {
  const at = 16 * (1 - size);
  const blade = `M10 30H22V60H10z`;
  return svg(
    `<path d="M0 0H32V32H0z" fill="${ORANGE}"/><path transform="translate(${at} ${at}) scale(${size})" d="${T_SQUARE}${blade}" fill="#fff"/>`,
  );
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`;
}

function toPng(drawing: string, sizePx: number): Promise<Buffer> {
  const density = (72 * sizePx) / 32;
  return sharp(Buffer.from(drawing), { density }).resize(sizePx).png({ compressionLevel: 9 }).toBuffer();
}

/** A PNG in an ICO container: a directory with one entry, which browsers have accepted since Windows
 * Vista. */
function toIco(png: Buffer, sizePx: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(sizePx, 6);
  head.writeUInt8(sizePx, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const files = {
  'favicon.svg': mark,
  'favicon.ico': toIco(await toPng(mark, 32), 32),
  'icon-192.png': await toPng(mark, 192),
  'icon-512.png': await toPng(mark, 512),
  'icon-maskable-512.png': await toPng(fullBleed(0.66), 512),
  'apple-touch-icon.png': await toPng(fullBleed(0.86), 180),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
