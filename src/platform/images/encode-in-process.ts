import { answerTasks } from '#platform/helper-process.ts';
import { drawLogo, encodeAvif, encodeWebp } from './encode-picture.ts';
import { NotAPicture } from './image-host.ts';
import type { EncodeAnswer, EncodeTask } from './picture-encoder.ts';

// The whole of the process that `picture-encoder.ts` asks.
answerTasks(async (task: EncodeTask): Promise<EncodeAnswer> => {
  // A Buffer comes over as the bare bytes that it stands on.
  const bytes = Buffer.from(task.bytes);
  try {
    return { encoded: await encode(bytes, task) };
  } catch (error) {
    if (error instanceof NotAPicture) return { refused: error.reason };
    throw error;
  }
});

function encode(bytes: Buffer, task: EncodeTask) {
  if (task.format === 'webp') return encodeWebp(bytes);
  return task.format === 'avif' ? encodeAvif(bytes, task.widths) : drawLogo(bytes);
}
