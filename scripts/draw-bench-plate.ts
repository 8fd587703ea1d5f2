import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Draws the banner's pictures out of `bench-plate.svg`: `npm run bench-plate`. The drawing has a thousand shapes, which
 * cost a phone more time to lay out than the rest of the page; as a picture it costs none. In light and in dark, each for
 * a desk and for a phone of many pixels.
 */
const folder = join(import.meta.dirname, '../src/web/storefront/home');
const WIDTHS_PX = [640, 1200];

const drawing = await readFile(join(folder, 'bench-plate.svg'), 'utf8');
const [light = '', dark = ''] = [...drawing.matchAll(/:root\{([^}]*)\}/g)].map(([, colours]) => colours);

for (const [theme, colours] of Object.entries({ light, dark })) {
  const svg = Buffer.from(paint(colours));
  for (const width of WIDTHS_PX) {
    const file = join(folder, `bench-plate/${theme}-${width}.avif`);
    await sharp(svg).resize(width).avif({ quality: 42, effort: 5 }).toFile(file);
  }
}

/** The drawing with the theme's colours put where they are named: the renderer knows no custom properties. */
function paint(colours: string): string {
  const values = new Map(colours.split(';').map((colour) => colour.split(':') as [string, string]));
  return drawing
    .replace(/:root\{[^}]*\}/g, '')
    .replace(/@media[^{]*\{\}/, '')
    .replace(/var\((--[a-z-]+)\)/g, (_, name: string) => values.get(name) ?? '');
}
