import sharp, { type Sharp } from 'sharp';

/** How a form is softened: blurred, then its strength times `steepness`, plus `level`. */
export type Soft = {
  colour: { r: number; g: number; b: number };
  blurPx: number;
  steepness: number;
  level: number;
};

/** A pale line round what is drawn, `widthPx` wide; 1.6 px and more. */
export function keyline(widthPx: number): Soft {
  // A straight edge blurred by `s` has fallen to 5.2 % of its strength 1.63 s outside of it.
  const steepness = 28;
  return {
    colour: { r: 0xee, g: 0xec, b: 0xe6 },
    blurPx: widthPx / 1.63,
    steepness,
    level: 0.5 - steepness * 0.052,
  };
}

/** The form of what `drawing` shows, in one colour and softened, as a PNG of the size given. */
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
