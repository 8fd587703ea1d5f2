import { createHelperProcess } from '#platform/helper-process.ts';
import { NotAPicture, type NotAPictureReason } from '#platform/images/image-host.ts';
import type { EncodedPicture, EncodedSizes } from './encode-picture.ts';

/** What the encoding process is asked for: a call of one of `encode-picture.ts`. */
export type EncodeTask =
  | { format: 'webp'; bytes: Uint8Array }
  | { format: 'avif'; bytes: Uint8Array; widths: number[] };

/** What it answers; `none` says that the bytes are not taken as a picture. */
export type Encoded =
  | { format: 'webp'; encoded: EncodedSizes }
  | { format: 'avif'; encoded: EncodedPicture[] }
  | { format: 'none'; reason: NotAPictureReason; message: string };

/** Encodes pictures, as the functions of `encode-picture.ts` do. */
export type PictureEncoder = {
  /** @throws NotAPicture as `encodeWebp`; Error when the encoding process failed. */
  encodeWebp(bytes: Buffer): Promise<EncodedSizes>;
  /** @throws Error when the encoding process failed. */
  encodeAvif(bytes: Buffer, widths: number[]): Promise<EncodedPicture[]>;
};

/** Encodes in a process of its own, since this decodes what strangers send. */
export function createPictureEncoder(): PictureEncoder {
  const helper = createHelperProcess<EncodeTask, Encoded>(new URL('./encode-in-process.ts', import.meta.url));

  return {
    async encodeWebp(bytes) {
      const answer = await helper.run({ format: 'webp', bytes });
      if (answer.format === 'none') throw new NotAPicture(answer.reason, answer.message);
      if (answer.format !== 'webp') throw new Error(`asked for webp, got ${answer.format}`);
      return answer.encoded;
    },
    async encodeAvif(bytes, widths) {
      const answer = await helper.run({ format: 'avif', bytes, widths });
      if (answer.format !== 'avif') throw new Error(`asked for avif, got ${answer.format}`);
      return answer.encoded;
    },
  };
}
