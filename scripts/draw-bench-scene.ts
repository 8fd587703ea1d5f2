import { join } from 'node:path';
import sharp, { type AvifOptions } from 'sharp';
import { drawScene } from './bench-scene/draw-scene.ts';
import type { sceneThemes } from './bench-scene/themes.ts';

/** Draws the banner's pictures: `npm run bench-scene`. A workshop wall and its bench with the demo
 * catalogue's tools, by day and by night. They are pictures because a phone would take longer to lay out the
 * many shapes than the rest of the page: the whole scene for wide pages, its right part for phones, each at
 * low and at high pixel density. */
const folder = join(import.meta.dirname, '../src/app/pages/bench-scene');
const WIDEST_PX = 2880;
const WIDTHS_PX = [1280, 1920, WIDEST_PX];
const AVIF = { quality: 42, effort: 5 };
/** In pixels of the widest picture. */
const PHONE = { left: 1449, top: 0, width: 1200, height: 990 };
const PHONE_WIDTHS_PX = [780, 1080];
/** Dense pixels hide what a phone’s slow line would wait for; its picture is the largest that it paints. */
const PHONE_AVIF = { quality: 34, effort: 7, chromaSubsampling: '4:2:0' };

for (const theme of ['light', 'dark'] satisfies (keyof typeof sceneThemes)[]) {
  const wide = await (await drawScene(theme, WIDEST_PX)).png().toBuffer();
  const save = (picture: Buffer, width: number, name: string, avif: AvifOptions) =>
    sharp(picture)
      .resize(width)
      .avif(avif)
      .toFile(join(folder, `${theme}-${name}-${width}.avif`));
  for (const width of WIDTHS_PX) await save(wide, width, 'wide', AVIF);
  const phone = await sharp(wide).extract(PHONE).png().toBuffer();
  for (const width of PHONE_WIDTHS_PX) await save(phone, width, 'phone', PHONE_AVIF);
}
