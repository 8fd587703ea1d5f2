import { answerTasks } from '#platform/helper-process.ts';
import { drawLogo, encodeAvif, encodeWebp } from './encode-picture.ts';
import { NotAPicture } from './image-host.ts';
import type { EncodeAnswer, EncodeTask } from './picture-encoder.ts';

// The whole program of the process that `picture-encoder.ts` starts.
answerTasks(async (task: EncodeTask): Promise<EncodeAnswer> => {
  // Structured cloning turns a Buffer into a bare Uint8Array.
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
