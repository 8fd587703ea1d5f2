import type { Database } from '#platform/database/database.ts';
import {
  createDiskImageHost,
  createDiskPictureFiles,
  picturesFolder,
} from '#platform/images/disk-image-host.ts';
import { createPictureEncoder } from '#platform/images/encoding/picture-encoder.ts';
import type { ImageHost } from '#platform/images/image-host.ts';
import type { ImageHostSettings } from '#platform/images/image-host-settings.ts';
import { createImgbbImageHost } from '#platform/images/imgbb-image-host.ts';
import { createS3ImageHost } from '#platform/images/s3-image-host.ts';

/** The picture host of the settings. Pictures that were kept on the disk before are still found there. */
export async function chooseImageHost(
  settings: ImageHostSettings,
  { db, dataDir }: { db: Database; dataDir: string },
): Promise<ImageHost> {
  const encoder = createPictureEncoder();
  switch (settings.kind) {
    case 'disk':
      return createDiskImageHost({ dataDir, encoder });
    case 's3':
      return createS3ImageHost(settings, {
        encoder,
        earlierFiles: createDiskPictureFiles(picturesFolder(dataDir)),
      });
    case 'imgbb':
      return createImgbbImageHost(settings, {
        db,
        encoder,
        earlierHost: createDiskImageHost({ dataDir, encoder }),
      });
  }
}
