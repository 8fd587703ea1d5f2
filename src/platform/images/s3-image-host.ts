import type { PictureEncoder } from './encoding/picture-encoder.ts';
import { createFilesImageHost } from './files-image-host.ts';
import type { ImageHost } from './image-host.ts';
import type { S3Settings } from './image-host-settings.ts';
import type { PictureFiles } from './picture-files.ts';
import { createS3PictureFiles, publicAddress, type S3TimeLimits } from './s3-picture-files.ts';

/**
 * A bucket as the picture host. Browsers fetch from `S3_PUBLIC_URL`, or from the shop, which reads the bucket for them;
 * what is in neither is looked for in `earlierFiles`.
 */
export async function createS3ImageHost(
  settings: S3Settings,
  parts: { encoder: PictureEncoder; earlierFiles?: PictureFiles; timeLimits?: S3TimeLimits },
): Promise<ImageHost> {
  const { encoder, earlierFiles, timeLimits } = parts;
  const { bucket, region, endpoint, publicUrl } = settings;
  const place = `${bucket} at ${endpoint ?? region}`;
  return createFilesImageHost({
    kind: 's3',
    summary: `S3: ${place}, fetched from ${publicUrl ?? 'the shop'}`,
    files: await createS3PictureFiles(settings, timeLimits),
    earlierFiles,
    address: publicAddress(settings),
    encoder,
  });
}
