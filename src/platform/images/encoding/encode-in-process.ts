import { answerTasks } from '#platform/helper-process.ts';
import { NotAPicture } from '#platform/images/image-host.ts';
import { encodeAvif, encodeWebp } from './encode-picture.ts';
import type { Encoded, EncodeTask } from './picture-encoder.ts';

// The whole of the process that `picture-encoder.ts` asks.
answerTasks(async (task: EncodeTask): Promise<Encoded> => {
  // A Buffer comes over as the bare bytes that it stands on.
  const bytes = Buffer.from(task.bytes);
  try {
    return task.format === 'webp'
      ? { format: 'webp', encoded: await encodeWebp(bytes) }
      : { format: 'avif', encoded: await encodeAvif(bytes, task.widths) };
  } catch (error) {
    if (error instanceof NotAPicture) {
      return { format: 'none', reason: error.reason, message: error.message };
    }
    throw error;
  }
});
