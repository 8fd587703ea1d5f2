import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '#platform/config/image-host-settings.ts';
import { createFilesImageHost, type PictureFiles } from './files-image-host.ts';
import { type ImageHost, ImageHostUnavailable } from './image-host.ts';
import type { PictureEncoder } from './picture-encoder.ts';

/** Timeouts for reading and for writing a file, from the call to the last byte, retries included. */
type S3TimeLimits = { readMs: number; writeMs: number };

const TIME_LIMITS: S3TimeLimits = { readMs: 10_000, writeMs: 30_000 };
const CONNECT_MS = 3_000;
const TRIES = 2;
/** The prefix of file names in the bucket: the same folder as on the disk, so that one can be copied to the
 * other. */
const FOLDER = 'pictures/';
/** A name contains the hash of its content, so that its content never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Creates the picture host on S3. Browsers fetch from `S3_PUBLIC_URL` or the shop; files that are not in the
 * bucket are searched in `earlierFiles`. */
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

/** The public address of the files, including the last slash; `undefined` if the shop serves them. */
export function publicAddress({ publicUrl }: S3Settings): string | undefined {
  return publicUrl && `${publicUrl}/${FOLDER}`;
}

/** Creates access to picture files in a bucket of an S3-compatible store. */
export async function createS3PictureFiles(
  settings: S3Settings,
  timeLimits: S3TimeLimits = TIME_LIMITS,
): Promise<PictureFiles> {
  // Loaded here, so that a shop with its pictures elsewhere does not load it.
  const { GetObjectCommand, PutObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client: S3Client = new S3Client({
    region: settings.region,
    ...(settings.endpoint && { endpoint: settings.endpoint }),
    ...(settings.credentials && { credentials: settings.credentials }),
    // Compatible stores seldom have a host name for each bucket.
    forcePathStyle: settings.endpoint !== undefined,
    // Compatible stores may not support the checksums that are sent to Amazon by default; the signature
    // covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS },
  });
  const { bucket: Bucket } = settings;

  return {
    async read(name) {
      const abortSignal = AbortSignal.timeout(timeLimits.readMs);
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: FOLDER + name }), {
          abortSignal,
        });
        // The signal aborts reading the body too.
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw toUnavailable(error);
      }
    },
    async write(files) {
      const abortSignal = AbortSignal.timeout(timeLimits.writeMs);
      try {
        for (const { name, content, type } of files) {
          const object = { Body: content, ContentType: type, CacheControl: FOR_EVER };
          await client.send(new PutObjectCommand({ Bucket, Key: FOLDER + name, ...object }), { abortSignal });
        }
      } catch (error) {
        throw toUnavailable(error);
      }
    },
  };
}

/** Describes the store's error in one line: its kind and message. Neither contains a secret key. */
function toUnavailable(error: unknown): ImageHostUnavailable {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return new ImageHostUnavailable(`the store of pictures: ${name}: ${message}`);
}
