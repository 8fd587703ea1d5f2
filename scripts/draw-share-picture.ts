import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-details/texts/defaults.ts';
import { findBrowser } from '#tests/support/find-browser.ts';
import { NAME, NAME_PEN, NAME_PLACE, T_SQUARE, TILE, WORDMARK_WIDTH } from '#ui/wordmark-paths.ts';
import { drawScene } from './bench-scene/draw-scene.ts';

/** Draws the picture for shared links to the shop, 1200 × 630: `npm run share-picture`. The banner's scene by
 * day with its wordmark and words, set by Chromium in the shop's own fonts. A palette keeps the PNG small. */
const src = join(import.meta.dirname, '../src');
const SIZE = { width: 1200, height: 630 };
/** Width of the scene at the picture's height, and the left edge of the part shown: the wall's empty area and
 * the tools. */
const SCENE = { width: 1613, left: 243 };

const wall = await drawScene('light', SCENE.width);
const scene = await wall
  .extract({ left: SCENE.left, top: 0, ...SIZE })
  .png()
  .toBuffer();
const font = await readFile(join(src, 'ui/styles/fonts/archivo-headings.woff2'));
const page = `<style>
@font-face { font-family: Archivo; src: url(data:font/woff2;base64,${font.toString('base64')}) }
body { margin: 0; font-family: Archivo; color: #1a1d21; background: url(data:image/png;base64,${scene.toString('base64')}) }
svg { position: absolute; left: 64px; top: 56px; height: 52px; fill: none }
h1 { position: absolute; left: 64px; top: 164px; width: 500px; margin: 0; font-size: 68px; line-height: 1.06; letter-spacing: -0.012em }
</style>
<svg viewBox="0 0 ${WORDMARK_WIDTH} 32"><path d="${TILE}${T_SQUARE}" fill="#c03c08" fill-rule="evenodd"/>
<path transform="${NAME_PLACE}" d="${NAME}" stroke="#1a1d21" stroke-width="${NAME_PEN}"/></svg>
<h1>${defaultDetails(defaultName, defaultHours).banner.heading}</h1>`;

const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const tab = await browser.newPage({ viewport: SIZE });
  await tab.setContent(page);
  const picture = sharp(await tab.screenshot()).png({ palette: true, quality: 90, effort: 10 });
  await writeFile(join(src, 'app/public/share.png'), await picture.toBuffer());
} finally {
  await browser.close();
}
