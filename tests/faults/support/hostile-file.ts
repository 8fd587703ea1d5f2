import { plainPicture } from '#tests/support/pictures.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type Form, fileForm } from './upload-form.ts';

/** A way to harm a shop with an upload, and how the shop must refuse it. */
export type HostileKind = {
  kind: string;
  status: 400 | 413 | 415;
  make(random: SeededRandom): Promise<Form>;
};

/** Returns a kind whose harm is in the file itself. */
export function hostileFile(
  kind: string,
  status: HostileKind['status'],
  make: (random: SeededRandom) => Promise<Buffer> | Buffer,
  announced?: { name?: string; type?: string },
): HostileKind {
  return { kind, status, make: async (random) => fileForm(await make(random), announced) };
}

/** The formats that the shop accepts. */
export const formats = ['jpeg', 'png', 'webp', 'avif'] as const;
export type PictureFormat = (typeof formats)[number];

/** Returns a small valid picture with a random size and colour. */
export function goodPicture(random: SeededRandom, format: PictureFormat): Promise<Buffer> {
  const size = { width: 20 + random.integer(60), height: 20 + random.integer(60) };
  const colour = `#${random.bytes(3).toString('hex')}`;
  return plainPicture(size, colour)[format]().toBuffer();
}
