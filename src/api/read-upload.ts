import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture-upload.ts';

const FIELD = 'image';

/**
 * Reads the one file of a multipart form's field `image`, whatever its name and announced type. Other fields (the
 * picture host's `key`) are let pass.
 * @throws Refusal `unsupported_type` when the body is no multipart form, `too_large` over 10 MB, else `invalid_input`.
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_type', 'Send the picture as multipart/form-data', { field: FIELD });
  }
  const files: { field: string; bytes: Buffer }[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push({ field: part.fieldname, bytes: await part.toBuffer() });
    }
  } catch (error) {
    throw toRefusal(error);
  }
  const [file] = files;
  if (files.length !== 1 || file?.field !== FIELD) {
    throw new Refusal('invalid_input', 'Send exactly one file, in the field image', { field: FIELD });
  }
  if (file.bytes.length === 0) throw new Refusal('invalid_input', 'The picture is empty', { field: FIELD });
  return file.bytes;
}

/** Whatever the parser stumbles over is the sender's doing. */
function toRefusal(error: unknown): Refusal {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') {
      const megabytes = MAX_PICTURE_BYTES / (1024 * 1024);
      return new Refusal('too_large', `The picture must be ${megabytes} MB or smaller`, { field: FIELD });
    }
    if (error.code === 'FST_FILES_LIMIT' || error.code === 'FST_PARTS_LIMIT') {
      return new Refusal('invalid_input', 'Send exactly one file, in the field image', { field: FIELD });
    }
  }
  return new Refusal('invalid_input', 'The form is not valid or not complete', { field: FIELD });
}
