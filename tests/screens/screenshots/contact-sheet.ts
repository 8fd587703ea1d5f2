import { join } from 'node:path';
import sharp from 'sharp';
import { type Picture, themes, windows } from './picture.ts';

const GAP = 16;
const TITLE = 36;
const HIGHEST = 900;
const GROUND = '#7d838c';
/** Width on the sheet of a picture, by the width of its window. */
const shownWidths: Record<number, number> = { 390: 195, 834: 330, 1440: 480 };

type Laid = { input: Buffer; left: number; top: number; height: number };

/** Puts all pictures of one screen on one sheet: a row for each state, with every width in light and dark.
 * @returns the sheet's file name */
export async function makeContactSheet(screen: string, pictures: Picture[], folder: string): Promise<string> {
  const columns = windows.flatMap(({ width }) => themes.map((theme) => ({ width, theme })));
  const lefts = columns.map((_, index) =>
    columns.slice(0, index).reduce((left, { width }) => left + (shownWidths[width] ?? 0) + GAP, GAP),
  );
  const sheetWidth = (lefts.at(-1) ?? 0) + (shownWidths[columns.at(-1)?.width ?? 0] ?? 0) + GAP;
  const laid: Laid[] = [];
  let top = GAP;
  for (const [state, inState] of Object.entries(Object.groupBy(pictures, (picture) => picture.state))) {
    laid.push({ input: title(`${screen} – ${state}`, sheetWidth), left: 0, top, height: TITLE });
    const row: Laid[] = [];
    for (const picture of inState ?? []) {
      const column = columns.findIndex((at) => at.width === picture.width && at.theme === picture.theme);
      const small = await shrink(join(folder, picture.file), shownWidths[picture.width] ?? 0);
      row.push({ ...small, left: lefts[column] ?? 0, top: top + TITLE });
    }
    laid.push(...row);
    top += TITLE + Math.max(0, ...row.map(({ height }) => height)) + GAP;
  }
  const file = `sheet--${screen}.png`;
  await sharp({ create: { width: sheetWidth, height: top, channels: 3, background: GROUND } })
    .composite(laid.map(({ input, left, top: at }) => ({ input, left, top: at })))
    .png()
    .toFile(join(folder, file));
  return file;
}

async function shrink(file: string, width: number): Promise<{ input: Buffer; height: number }> {
  const whole = await sharp(file).resize({ width }).png().toBuffer();
  const { height } = await sharp(whole).metadata();
  if (height <= HIGHEST) return { input: whole, height };
  const input = await sharp(whole).extract({ left: 0, top: 0, width, height: HIGHEST }).png().toBuffer();
  return { input, height: HIGHEST };
}

function title(text: string, width: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${TITLE}"><text x="${GAP}" y="24" font-family="sans-serif" font-size="20" font-weight="bold" fill="#fff">${text}</text></svg>`,
  );
}
