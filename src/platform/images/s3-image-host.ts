import type { S3Settings } from '#platform/config/image-host-settings.ts';
import { createFilesImageHost, type PictureFiles } from './files-image-host.ts';
import { type ImageHost, ImageHostUnavailable } from './image-host.ts';
import type { PictureEncoder } from './picture-encoder.ts';
import { openS3, S3Refusal } from './s3-calls.ts';

/** Timeouts for reading and for writing a file, from the call to the last byte, retries included. */
type S3TimeLimits = { readMs: number; writeMs: number };

const TIME_LIMITS: S3TimeLimits = { readMs: 10_000, writeMs: 30_000 };
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
  const call = await openS3(settings);
  return {
    async read(name) {
      try {
        return await call({ method: 'GET', key: FOLDER + name }, AbortSignal.timeout(timeLimits.readMs));
      } catch (error) {
        if (error instanceof S3Refusal && error.name === 'NoSuchKey') return undefined;
        throw toUnavailable(error);
      }
    },
    async has(name) {
      try {
        await call({ method: 'HEAD', key: FOLDER + name }, AbortSignal.timeout(timeLimits.readMs));
        return true;
      } catch (error) {
        // The answer to HEAD has no body that would name the reason.
        if (error instanceof S3Refusal && error.status === 404) return false;
        throw toUnavailable(error);
      }
    },
    async write(files) {
      const signal = AbortSignal.timeout(timeLimits.writeMs);
      try {
        for (const { name, content, type } of files) {
          const headers = { 'content-type': type, 'cache-control': FOR_EVER };
          await call({ method: 'PUT', key: FOLDER + name, headers, body: content }, signal);
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
