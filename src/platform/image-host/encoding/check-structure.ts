import { pictureRefusalTexts } from '#texts/refusals-tools.ts';
import { NotAPicture } from '../image-host.ts';
import type { PictureType } from '../picture-type.ts';
import { readAvif } from './avif-structure.ts';
import { holdsOtherContent } from './hidden-content.ts';
import { readJpegFile } from './jpeg-structure.ts';
import type { PictureStructure } from './picture-structure.ts';
import { readPng } from './png-structure.ts';
import { readWebp } from './webp-structure.ts';

/** What is said of a picture that cannot be read to its end. */

/**
 * Looks through a picture's structure, without decoding a pixel.
 * @throws NotAPicture `damaged` when it is not whole, `type` when it is animated, `extra` when the file holds more
 * than a still picture: bytes behind its end, parts that no picture has, or content of another kind (decision 12).
 */
export function checkStructure(bytes: Buffer, type: PictureType): void {
  const structure = readers[type](bytes);
  if (!structure) throw new NotAPicture('damaged', pictureRefusalTexts.damaged);
  if (structure.animated) throw new NotAPicture('type', pictureRefusalTexts.animated);
  if (structure.bloated || structure.end !== bytes.length || holdsOtherContent(bytes)) {
    throw new NotAPicture('extra', pictureRefusalTexts.extra);
  }
}

const readers: Record<PictureType, (bytes: Buffer) => PictureStructure | undefined> = {
  jpeg: readJpegFile,
  png: readPng,
  webp: readWebp,
  avif: readAvif,
};
