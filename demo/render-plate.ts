import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

const PLATES_FOLDER = new URL('./plates/', import.meta.url);
const WIDTH_PX = 1600;
const HEIGHT_PX = 1200;
const VIEW_BOX_WIDTH = 1200;
// The SVG renderer draws one unit per pixel at 72 dots per inch; this draws it at the size wanted, not scaled up after.
const DENSITY_DPI = (72 * WIDTH_PX) / VIEW_BOX_WIDTH;
const SVG_TAGS = /<\?xml[^>]*\?>|<\/?svg[^>]*>/g;

/**
 * Draws the plate `plates/<slug>.svg` in the style all plates share, on its ground and with its corner marks.
 *
 * @param slug the tool's slug in `tools.json`: lower-case letters, digits and hyphens
 * @returns a PNG of 1600 × 1200 pixels
 * @throws when there is no such plate, or when the slug could name a file elsewhere
 */
export async function renderPlate(slug: string): Promise<Buffer> {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`Not a plate's slug: ${slug}`);
  const [style, frame, plate] = await Promise.all(
    ['plate-style.css', 'plate-frame.svg', `${slug}.svg`].map(readPlateFile),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${VIEW_BOX_WIDTH}" viewBox="0 0 1200 900">`,
    `<style>${style}</style>`,
    frame?.replace(SVG_TAGS, ''),
    plate?.replace(SVG_TAGS, ''),
    '</svg>',
  ].join('\n');
  return sharp(Buffer.from(svg), { density: DENSITY_DPI }).resize(WIDTH_PX, HEIGHT_PX).png().toBuffer();
}

function readPlateFile(name: string): Promise<string> {
  return readFile(new URL(name, PLATES_FOLDER), 'utf8');
}
