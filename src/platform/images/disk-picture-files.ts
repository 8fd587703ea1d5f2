import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageHostUnavailable } from './image-host.ts';
import type { PictureFiles } from './picture-files.ts';
import { writeFilesSafely } from './write-files-safely.ts';

/** The files of pictures in a folder of the shop's own disk. */
export function createDiskPictureFiles(folder: string): PictureFiles {
  return {
    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw orUnavailable(error);
      }
    },
    async write(files) {
      try {
        await mkdir(folder, { recursive: true });
        await writeFilesSafely(folder, files);
      } catch (error) {
        throw orUnavailable(error);
      }
    },
  };
}

/** What the system says against it is the host's trouble. */
function orUnavailable(error: unknown): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return isSystemError ? new ImageHostUnavailable(error.message, { cause: error }) : error;
}
