import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type Soft, toSoftForm } from './soft-form.ts';

const PLATES_FOLDER = new URL('./plates/', import.meta.url);
const WIDTH_PX = 1600;
const HEIGHT_PX = 1200;
const VIEW_BOX_WIDTH = 1200;
const SVG_TAGS = /<\?xml[^>]*\?>|<\/?svg[^>]*>/g;

/** The pale outline has the colour of the light ground; its width is on each side of the drawing, in the
 * plate's units. */
const KEYLINE = { width: 4.9, colour: '#eeece6' };

// The shadow of a tool that lies flat, with light from the top left. Its blurred form loses nothing at a
// small size.
const SHADOW_SIZE = { width: WIDTH_PX / 4, height: HEIGHT_PX / 4 };
const SHADOW: Soft = { colour: { r: 0x1f, g: 0x23, b: 0x28 }, blurPx: 2.3, steepness: 0.28, level: 0 };
const SHADOW_OFFSET = { x: 9, y: 14.25 };

const NO_MARKS = '.form .contact, .form .centre, .form .dimension, .form .measure { display: none }';
const LYING_ONLY = '.form > :not(.lying) { display: none }';

/** A part of a plate that is enlarged: the content of a circle, in the plate's units. */
export type Detail = { x: number; y: number; radius: number };

/** The size of an enlarged detail. */
const LENS = { x: 600, y: 450, radius: 390 };

/** Draws the plate `plates/<slug>.svg` in the style all plates share, as a cut-out with its corner
 * marks: the ground is the theme's. A pale line round the tool, of the light ground's colour, makes its
 * dark outline stand off a dark one.
 *
 * @param slug the tool's slug in `tools.json`: lower-case letters, digits and hyphens
 * @param detail draws this part of it alone, as through a lens
 * @returns a PNG of 1600 × 1200 pixels, transparent round the tool
 * @throws when there is no such plate, or when the slug could name a file elsewhere */
export async function renderPlate(slug: string, detail?: Detail): Promise<Buffer> {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`Not a plate's slug: ${slug}`);
  const [style = '', frame = '', whole = ''] = await Promise.all(
    ['plate-style.css', 'plate-frame.svg', `${slug}.svg`].map(readPlateFile),
  );
  const plate = detail ? enlarge(whole, detail) : whole;
  const silhouette = drawSvg(
    style + NO_MARKS + LYING_ONLY,
    `<g class="form">${plate}</g>`,
    SHADOW_SIZE.width,
  );
  const shadow = await toSoftForm(silhouette, SHADOW, SHADOW_SIZE);
  const layers = [`<g class="form keyline">${plate}</g>`, toImage(shadow, SHADOW_OFFSET), frame, plate];
  const lines = [NO_MARKS, keylineStyle(style, '.keyline', KEYLINE.width)];
  if (detail) lines.push(keylineStyle(style, '.keyline .lens', KEYLINE.width / scaleOf(detail)));
  return drawSvg(style + lines.join('\n'), layers.join('\n'), WIDTH_PX)
    .png()
    .toBuffer();
}

/** The style that turns the content of `selector` into its own pale outline: each stroke is wider, and
 * pale. */
function keylineStyle(style: string, selector: string, width: number): string {
  const strokes = [['', '', 0], ...style.matchAll(/(\.[a-z-]+) \{[^}]*stroke-width: ([\d.]+)/g)];
  const widen = ([, name, stroke]: (string | number)[]) =>
    `${selector} ${name} { stroke: ${KEYLINE.colour}; stroke-width: ${Number(stroke) + 2 * width} }`;
  return strokes.map(widen).join('\n');
}

function toImage(png: Buffer, { x, y }: { x: number; y: number }): string {
  const size = `width="${VIEW_BOX_WIDTH}" height="${(VIEW_BOX_WIDTH * HEIGHT_PX) / WIDTH_PX}"`;
  return `<image x="${x}" y="${y}" ${size} href="data:image/png;base64,${png.toString('base64')}"/>`;
}

const scaleOf = ({ radius }: Detail) => LENS.radius / radius;

function enlarge(plate: string, detail: Detail): string {
  const circle = `cx="${LENS.x}" cy="${LENS.y}" r="${LENS.radius}"`;
  const move = `translate(${LENS.x} ${LENS.y}) scale(${scaleOf(detail)}) translate(${-detail.x} ${-detail.y})`;
  return [
    `<defs><clipPath id="lens"><circle ${circle}/></clipPath></defs>`,
    `<g clip-path="url(#lens)"><g class="lens" transform="${move}">${plate}</g></g>`,
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
  // The SVG renderer draws one unit per pixel at 72 dpi; this renders at the target size, without scaling
  // afterwards.
  const density = (72 * widthPx) / VIEW_BOX_WIDTH;
  return sharp(Buffer.from(svg), { density }).resize(widthPx, (widthPx * HEIGHT_PX) / WIDTH_PX);
}

function readPlateFile(name: string): Promise<string> {
  return readFile(new URL(name, PLATES_FOLDER), 'utf8');
}
