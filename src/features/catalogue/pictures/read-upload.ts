import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import { pictureErrorTexts } from '#features/catalogue/texts/errors.ts';
import type { ApiServer } from '#http/serve.ts';
import { pictureTypeNamed, pictureTypeOf } from '#platform/images/encoding/check-structure.ts';

const FIELD = 'image';
/** What a form may take besides its file: the other fields, and what stands between them. */
const FORM_BYTES = 64 * 1024;
/** What senders announce that do not know the type; `text/plain` is what no announcement means (RFC 7578, section 4.4). */
const UNSAID = new Set(['application/octet-stream', 'text/plain', 'image/*']);

/** How the API's description tells of a form with one picture. */
export const unreadForm = {
  'multipart/form-data': {
    type: 'object',
    required: [FIELD],
    properties: { [FIELD]: { type: 'string', format: 'binary' } },
  },
};

/** Has the routes of a scope take forms; a body of any other type reaches them unread, to be refused in their words. */
export async function takeForms(scope: ApiServer): Promise<void> {
  scope.removeAllContentTypeParsers();
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    // One more of each than is taken, so that too many can be told from cut off.
    limits: { fileSize: MAX_PICTURE_BYTES, files: 2, fields: 4, parts: 6, fieldSize: 1024, headerPairs: 20 },
  });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Reads the one file of a multipart form's field `image`. Other fields (the picture host's `key`) are let pass.
 * @throws AppError `unsupported_type` (no form, no picture, not as announced), `too_large` (over 10 MB), `invalid_input`. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_type', pictureErrorTexts.notMultipart, { field: FIELD });
  }
  // Node reads away what is then left of the body, so that the sender comes to see the reply.
  if (Number(request.headers['content-length']) > MAX_PICTURE_BYTES + FORM_BYTES) throw tooLarge();
  const file = await readOnlyFile(request).catch((error) => {
    throw toHttpError(error);
  });
  if (file.bytes.length === 0) throw new AppError('invalid_input', pictureErrorTexts.empty, { field: FIELD });
  checkType(file);
  return file.bytes;
}

type UploadedFile = { bytes: Buffer; mediaType: string };

/** Reads a form to its end, and of its files keeps the first only. */
async function readOnlyFile(request: FastifyRequest): Promise<UploadedFile> {
  let file: UploadedFile | undefined;
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    files += 1;
    if (files === 1 && part.fieldname === FIELD) {
      file = { bytes: await part.toBuffer(), mediaType: part.mimetype };
    } else {
      await readAway(part);
    }
  }
  if (!file || files > 1) throw notOneFile();
  return file;
}

async function readAway({ file }: MultipartFile): Promise<void> {
  for await (const _ of file);
}

/** A file that says it is one thing and is another was made by somebody who wants it taken for both. */
function checkType({ bytes, mediaType }: UploadedFile): void {
  const type = pictureTypeOf(bytes);
  if (!type) {
    throw new AppError('unsupported_type', pictureErrorTexts.otherType, {
      field: FIELD,
    });
  }
  if (UNSAID.has(mediaType.toLowerCase()) || pictureTypeNamed(mediaType) === type) return;
  const words = pictureErrorTexts.announcedAs(mediaType.slice(0, 50), type);
  throw new AppError('unsupported_type', words, { field: FIELD });
}

function notOneFile(): AppError {
  return new AppError('invalid_input', pictureErrorTexts.notOneFile, { field: FIELD });
}

function tooLarge(): AppError {
  const megabytes = MAX_PICTURE_BYTES / (1024 * 1024);
  return new AppError('too_large', pictureErrorTexts.tooLarge(megabytes), { field: FIELD });
}

/** Whatever the parser stumbles over is the sender's doing. */
function toHttpError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
    if (error.code === 'FST_FILES_LIMIT' || error.code === 'FST_PARTS_LIMIT') return notOneFile();
  }
  return new AppError('invalid_input', pictureErrorTexts.badForm, { field: FIELD });
}
