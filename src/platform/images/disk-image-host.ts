import { join } from 'node:path';
import { createDiskPictureFiles } from './disk-picture-files.ts';
import { createPictureEncoder, type PictureEncoder } from './encoding/picture-encoder.ts';
import { createFilesImageHost } from './files-image-host.ts';
import type { ImageHost } from './image-host.ts';

/** The folder of a shop's pictures in its data folder. */
export const picturesFolder = (dataDir: string) => join(dataDir, 'pictures');

/** The shop's own disk as the picture host: the files lie in `<dataDir>/pictures`. */
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
