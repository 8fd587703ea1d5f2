import type { Database } from '#platform/database/database.ts';
import { createDiskImageHost, picturesFolder } from '#platform/image-host/disk/disk-image-host.ts';
import { createDiskPictureFiles } from '#platform/image-host/disk/disk-picture-files.ts';
import { createPictureEncoder } from '#platform/image-host/encoding/picture-encoder.ts';
import type { ImageHost } from '#platform/image-host/image-host.ts';
import type { ImageHostSettings } from '#platform/image-host/image-host-settings.ts';
import { createImgbbImageHost } from '#platform/image-host/imgbb/imgbb-image-host.ts';
import { createS3ImageHost } from '#platform/image-host/s3/s3-image-host.ts';

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
