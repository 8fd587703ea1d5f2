import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#platform/errors.ts';
import { createFilesImageHost, type NewFile, type PictureFiles } from './files-image-host.ts';
import { type ImageHost, ImageHostUnavailable } from './image-host.ts';
import { createPictureEncoder, type PictureEncoder } from './picture-encoder.ts';

/** The folder of the shop's pictures in its data folder. */
export const picturesFolder = (dataDir: string) => join(dataDir, 'pictures');

/** Creates the picture host on the shop's own disk, with files in `<dataDir>/pictures`. */
export function createDiskImageHost({
  dataDir,
  encoder = createPictureEncoder(),
}: {
  dataDir: string;
  encoder?: PictureEncoder;
}): ImageHost {
  const folder = picturesFolder(dataDir);
  const files = createDiskPictureFiles(folder);
  return createFilesImageHost({ kind: 'disk', summary: `disk: ${folder}`, files, encoder });
}

/** Creates access to picture files in a folder on the shop's own disk. */
export function createDiskPictureFiles(folder: string): PictureFiles {
  return {
    async read(name) {
      try {
        return await readFile(join(folder, name));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw orUnavailable(error);
      }
    },
    async has(name) {
      try {
        return (await stat(join(folder, name))).size > 0;
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return false;
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

function orUnavailable(error: unknown): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return isSystemError ? new ImageHostUnavailable(error.message, { cause: error }) : error;
}

/** Writes files and renames them only when all are on the disk: each appears whole or not at all. */
async function writeFilesSafely(folder: string, files: NewFile[]): Promise<void> {
  const drafts = files.map(({ name, content }) => ({
    draft: join(folder, `${name}.${randomUUID()}.tmp`),
    path: join(folder, name),
    content,
  }));
  try {
    for (const { draft, content } of drafts) await writeFile(draft, content, { flag: 'wx', flush: true });
    for (const { draft, path } of drafts) await rename(draft, path);
  } catch (error) {
    await Promise.allSettled(drafts.map(({ draft }) => rm(draft, { force: true })));
    throw error;
  }
  // Makes the names of the files just written survive a power cut.
  await using handle = await open(folder, 'r');
  await handle.sync();
}
