import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import type { ApiServer } from '#http/serve.ts';
import { pictureTypeNamed, pictureTypeOf } from '#platform/images/check-structure.ts';
import { pictureErrorTexts as texts } from './texts.ts';

const MEGABYTE = 1024 * 1024;
/** Types sent by clients that don't know the type; `text/plain` is the default without a type (RFC 7578,
 * section 4.4). */
const UNSAID = new Set(['application/octet-stream', 'text/plain', 'image/*']);

/** Whether a file's declared type carries no information. */
export const saysNothing = (mediaType: string) => UNSAID.has(mediaType.toLowerCase());

/** Makes a scope accept forms with one file of at most `maxBytes`. Bodies of any other type reach the
 * handlers unparsed, which refuse them with their own messages. */
export async function acceptFileForms(api: ApiServer, maxBytes: number): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    // One more of each than accepted, so that an excess is distinguished from a truncated form.
    limits: { fileSize: maxBytes, files: 2, fields: 4, parts: 6, fieldSize: 1024, headerPairs: 20 },
  });
  api.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The form's file: its field, its maximum size, and the error messages. */
type FileRules = {
  field: string;
  maxBytes: number;
  texts: {
    notMultipart: string;
    notOneFile: string;
    badForm: string;
    empty: string;
    tooLarge: (megabytes: number) => string;
  };
};

type FileForm = { bytes: Buffer; mediaType: string; fields: Map<string, string> };

/** Reads the single file of a multipart form, and its other fields. @throws AppError `unsupported_type` (not
 * a form), `too_large`, `invalid_input` */
export async function readFileForm(request: FastifyRequest, rules: FileRules): Promise<FileForm> {
  const { field, maxBytes, texts } = rules;
  const tooLarge = () => new AppError('too_large', texts.tooLarge(maxBytes / MEGABYTE), { field });
  if (!request.isMultipart()) throw new AppError('unsupported_type', texts.notMultipart, { field });
  // Node then drains the rest of the body, so that the client gets the reply.
  if (Number(request.headers['content-length']) > maxBytes + requestLimits.formBytes) throw tooLarge();
  const form = await readParts(request, field).catch((error: unknown) => {
    throw toHttpError(error, rules, tooLarge);
  });
  if (!form) throw new AppError('invalid_input', texts.notOneFile, { field });
  if (form.bytes.length === 0) throw new AppError('invalid_input', texts.empty, { field });
  return form;
}

/** Reads a form to its end and returns its only file; `undefined` if it has several files, or none in the
 * field. */
async function readParts(request: FastifyRequest, field: string): Promise<FileForm | undefined> {
  const fields = new Map<string, string>();
  let file: Omit<FileForm, 'fields'> | undefined;
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type !== 'file') {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    files += 1;
    if (files === 1 && part.fieldname === field) {
      file = { bytes: await part.toBuffer(), mediaType: part.mimetype };
    } else {
      await readAway(part);
    }
  }
  return file && files === 1 ? { ...file, fields } : undefined;
}

async function readAway({ file }: MultipartFile): Promise<void> {
  for await (const _ of file);
}

/** Any parser error is the client's fault. */
function toHttpError(error: unknown, { field, texts }: FileRules, tooLarge: () => AppError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
    if (error.code === 'FST_FILES_LIMIT' || error.code === 'FST_PARTS_LIMIT') {
      return new AppError('invalid_input', texts.notOneFile, { field });
    }
  }
  return new AppError('invalid_input', texts.badForm, { field });
}

const FIELD = 'image';

/** Describes a form with one picture in the API description. */
export const unreadForm = {
  'multipart/form-data': {
    type: 'object',
    required: [FIELD],
    properties: { [FIELD]: { type: 'string', format: 'binary' } },
  },
};

/** Makes the routes of a scope accept forms with one picture. */
export const takeForms = (scope: ApiServer) => acceptFileForms(scope, MAX_PICTURE_BYTES);

/** Reads the single file of a multipart form's field `image`. Other fields (the picture host's `key`) are
 * ignored. @throws AppError `unsupported_type` (not a form, not a picture, or not of the declared type),
 * `too_large` (over 10 MB), `invalid_input` */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const { bytes, mediaType } = await readFileForm(request, {
    field: FIELD,
    maxBytes: MAX_PICTURE_BYTES,
    texts,
  });
  const wrong = problemOfType(bytes, mediaType);
  if (!wrong) return bytes;
  const message = wrong.type ? texts.announcedAs(mediaType.slice(0, 50), wrong.type) : texts.otherType;
  throw new AppError('unsupported_type', message, { field: FIELD });
}

/** Returns what is wrong with a file of this declared type, judged by its first bytes; `type` is the detected
 * type. */
export function problemOfType(
  bytes: Buffer,
  announced: string,
): { problem: 'other_type' | 'announced'; type?: string } | undefined {
  const type = pictureTypeOf(bytes);
  if (!type) return { problem: 'other_type' };
  const [mediaType = ''] = announced.split(';');
  // A file whose content contradicts its declared type may be crafted to be read as both.
  if (saysNothing(mediaType.trim()) || pictureTypeNamed(mediaType.trim()) === type) return undefined;
  return { problem: 'announced', type };
}
