import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { keyline, type Soft, toSoftForm } from './soft-form.ts';

const PLATES_FOLDER = new URL('./plates/', import.meta.url);
const WIDTH_PX = 1600;
const HEIGHT_PX = 1200;
const VIEW_BOX_WIDTH = 1200;
const SVG_TAGS = /<\?xml[^>]*\?>|<\/?svg[^>]*>/g;

// 5 units.
const KEYLINE = keyline(6.5);
// What a tool laid flat casts on the ground, the light being at the top left.
const SHADOW: Soft = { colour: { r: 0x1f, g: 0x23, b: 0x28 }, blurPx: 9.3, steepness: 0.28, level: 0 };
const SHADOW_OFFSET_PX = { left: 12, top: 19 };

const SILHOUETTE = '.contact, .centre, .dimension { display: none }';
const LYING = 'svg > :not(.lying) { display: none }';

/** A part of a plate that is drawn larger: what is within a circle, in the plate's units. */
export type Detail = { x: number; y: number; radius: number };

/** How large a detail is drawn. */
const LENS = { x: 600, y: 450, radius: 390 };

/**
 * Draws the plate `plates/<slug>.svg` in the style all plates share, as a cut-out with its corner marks: the ground is
 * the theme's. A pale line round the tool, of the light ground's colour, makes its dark outline stand off a dark one.
 *
 * @param slug the tool's slug in `tools.json`: lower-case letters, digits and hyphens
 * @param detail draws this part of it alone, as through a lens
 * @returns a PNG of 1600 × 1200 pixels, transparent round the tool
 * @throws when there is no such plate, or when the slug could name a file elsewhere
 */
export async function renderPlate(slug: string, detail?: Detail): Promise<Buffer> {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`Not a plate's slug: ${slug}`);
  const [style = '', frame = '', whole = ''] = await Promise.all(
    ['plate-style.css', 'plate-frame.svg', `${slug}.svg`].map(readPlateFile),
  );
  const plate = detail ? enlarge(whole, detail) : whole;
  const size = { width: WIDTH_PX, height: HEIGHT_PX };
  // What is blurred needs no more than half the size.
  const line = await toSoftForm(drawSvg(style + SILHOUETTE, plate, WIDTH_PX / 2), KEYLINE, size);
  const shadow = await toSoftForm(drawSvg(style + SILHOUETTE + LYING, plate, WIDTH_PX / 4), SHADOW, size);
  const drawing = await drawSvg(style, frame + plate, WIDTH_PX)
    .png()
    .toBuffer();
  return sharp(line)
    .composite([{ input: shadow, ...SHADOW_OFFSET_PX }, { input: drawing }])
    .png()
    .toBuffer();
}

function enlarge(plate: string, { x, y, radius }: Detail): string {
  const circle = `cx="${LENS.x}" cy="${LENS.y}" r="${LENS.radius}"`;
  const move = `translate(${LENS.x} ${LENS.y}) scale(${LENS.radius / radius}) translate(${-x} ${-y})`;
  return [
    `<defs><clipPath id="lens"><circle ${circle}/></clipPath></defs>`,
    `<g clip-path="url(#lens)"><g transform="${move}">${plate}</g></g>`,
    `<circle class="outline" ${circle}/>`,
  ].join('\n');
}

function drawSvg(style: string, content: string, widthPx: number): Sharp {
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${VIEW_BOX_WIDTH}" viewBox="0 0 1200 900">`,
    `<style>${style}</style>`,
    content.replace(SVG_TAGS, ''),
    '</svg>',
  ].join('\n');
  // The SVG renderer draws one unit per pixel at 72 dots per inch; this draws it at the size wanted, not scaled after.
  const density = (72 * widthPx) / VIEW_BOX_WIDTH;
  return sharp(Buffer.from(svg), { density }).resize(widthPx, (widthPx * HEIGHT_PX) / WIDTH_PX);
}

function readPlateFile(name: string): Promise<string> {
  return readFile(new URL(name, PLATES_FOLDER), 'utf8');
}
