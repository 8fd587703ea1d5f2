import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { createHelperProcess, HelperProcessEnded } from '#platform/helper-process.ts';
import type { DrawnFile, EncodedPicture, EncodedSizes } from './encode-picture.ts';
import { ImageHostUnavailable, NotAPicture, type NotAPictureReason } from './image-host.ts';

const PICTURES_AT_ONCE = 2;
/** Many times what the largest picture takes on a slow machine. */
const WITHIN_MS = 120_000;

export type EncodeTask =
  | { format: 'webp'; bytes: Uint8Array }
  | { format: 'avif'; bytes: Uint8Array; widths: number[] }
  | { format: 'logo'; bytes: Uint8Array };

export type EncodeAnswer =
  | { encoded: EncodedSizes | EncodedPicture[] | DrawnFile[] }
  | { refused: NotAPictureReason };

/** Encodes pictures as the functions of `encode-picture.ts` do, a few at a time.
 * @throws also ImageHostUnavailable */
export type PictureEncoder = {
  encodeWebp(bytes: Buffer): Promise<EncodedSizes>;
  encodeAvif(bytes: Buffer, widths: number[]): Promise<EncodedPicture[]>;
  /** Draws a logo's files as `draw-logo.ts` does. */
  drawLogo(bytes: Buffer): Promise<DrawnFile[]>;
};

/** Creates an encoder in a separate process, since it decodes untrusted files. */
export function createPictureEncoder(): PictureEncoder {
  const helper = createHelperProcess<EncodeTask, EncodeAnswer>(
    new URL('./encode-in-process.ts', import.meta.url),
    WITHIN_MS,
  );
  const inTurn = limitConcurrency(PICTURES_AT_ONCE);

  async function run<Encoded>(task: EncodeTask): Promise<Encoded> {
    const answer = await inTurn(() => helper.run(task), currentTurnTaker()).catch((error: unknown) => {
      throw error instanceof HelperProcessEnded ? new ImageHostUnavailable(error.message) : error;
    });
    if ('refused' in answer) throw new NotAPicture(answer.refused);
    return answer.encoded as Encoded;
  }

  return {
    encodeWebp: (bytes) => run({ format: 'webp', bytes }),
    encodeAvif: (bytes, widths) => run({ format: 'avif', bytes, widths }),
    drawLogo: (bytes) => run({ format: 'logo', bytes }),
  };
}
