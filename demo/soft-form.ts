import sharp, { type Sharp } from 'sharp';

/** How a form is softened: blurred, then its alpha multiplied by `steepness`, plus `level`. */
export type Soft = {
  colour: { r: number; g: number; b: number };
  blurPx: number;
  steepness: number;
  level: number;
};

/** A pale outline of the drawing, `widthPx` wide; at least 1.6 px. */
export function keyline(widthPx: number): Soft {
  // A straight edge blurred by `s` falls to 5.2 % of its strength at 1.63 s outside it.
  const steepness = 28;
  return {
    colour: { r: 0xee, g: 0xec, b: 0xe6 },
    blurPx: widthPx / 1.63,
    steepness,
    level: 0.5 - steepness * 0.052,
  };
}

/** The silhouette of `drawing`, in one colour and softened, as a PNG of the given size. */
export async function toSoftForm(
  drawing: Sharp,
  soft: Soft,
  size: { width: number; height: number },
): Promise<Buffer> {
  const { data, info } = await drawing.extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  const alpha = await sharp(data, { raw: info })
    .resize(size.width, size.height)
    .blur({ sigma: soft.blurPx, minAmplitude: 0.01 })
    .linear(soft.steepness, 255 * soft.level)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return sharp({ create: { ...size, channels: 3, background: soft.colour } })
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png()
    .toBuffer();
}
