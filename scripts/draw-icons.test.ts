import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { T_SQUARE, TILE } from '#ui/wordmark-paths.ts';

const folder = join(import.meta.dirname, '../src/app/public');

it.each([
  ['apple-touch-icon.png', 180, 180],
  ['icon-192.png', 192, 192],
  ['icon-512.png', 512, 512],
  ['icon-maskable-512.png', 512, 512],
  ['share.png', 1200, 630],
])('%s is %i × %i', async (name, width, height) => {
  const file = join(folder, name);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width, height });
  expect(statSync(file).size).toBeLessThan(120_000);
});

it('draws the icon from the mark shown on the pages', () => {
  const icon = readFileSync(join(folder, 'favicon.svg'), 'utf8');
  expect(icon).toContain(TILE);
  expect(icon).toContain(T_SQUARE);
});

it.each([
  ['apple-touch-icon.png', 1],
  ['icon-maskable-512.png', 1],
  ['icon-512.png', 0],
])('%s covers its corners: %i', async (name, isCovered) => {
  const { data } = await sharp(join(folder, name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(data[3]).toBe(255 * isCovered);
});

it('keeps the T-square of the maskable icon within the safe circle', async () => {
  const { data, info } = await sharp(join(folder, 'icon-maskable-512.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isWhite = (x: number, y: number) => (data[info.channels * (y * info.width + x) + 2] ?? 0) > 200;
  const middle = info.width / 2;
  let furthest = 0;
  for (let x = 0; x < info.width; x += 1) {
    // In the lower half, the blade may be cut off.
    for (let y = 0; y < middle; y += 1) {
      if (isWhite(x, y)) furthest = Math.max(furthest, Math.hypot(x - middle, y - middle));
    }
  }
  expect(furthest / info.width).toBeGreaterThan(0.3);
  expect(furthest / info.width).toBeLessThanOrEqual(0.4);
});
