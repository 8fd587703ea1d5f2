import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import type { ApiServer } from '#http/serve.ts';
import { pictureTypeNamed, pictureTypeOf } from '#platform/images/check-structure.ts';
import { pictureErrorTexts as texts } from './texts.ts';

const MEGABYTE = 1024 * 1024;
/** What a form may take besides its file: the other fields, and what stands between them. */
const FORM_BYTES = 64 * 1024;
/** What senders announce that do not know the type; `text/plain` is what no announcement
 * means (RFC 7578, section 4.4). */
const UNSAID = new Set(['application/octet-stream', 'text/plain', 'image/*']);

/** Whether a file's announced type says nothing of it. */
export const saysNothing = (mediaType: string) => UNSAID.has(mediaType.toLowerCase());

/** Has forms with one file of at most so many bytes reach the handlers of a scope. A body of any other type
 * reaches them unread, to be refused in their words. */
export async function acceptFileForms(api: ApiServer, maxBytes: number): Promise<void> {
  api.removeAllContentTypeParsers();
  await api.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    // One more of each than is taken, so that too many can be told from cut off.
    limits: { fileSize: maxBytes, files: 2, fields: 4, parts: 6, fieldSize: 1024, headerPairs: 20 },
  });
  api.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** The form's one file: its field, how large it may be, and what is said of those that are not taken. */
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

/** Reads the one file of a multipart form, and its other fields.
 * @throws AppError `unsupported_type` (no form), `too_large`, `invalid_input`. */
export async function readFileForm(request: FastifyRequest, rules: FileRules): Promise<FileForm> {
  const { field, maxBytes, texts } = rules;
  const tooLarge = () => new AppError('too_large', texts.tooLarge(maxBytes / MEGABYTE), { field });
  if (!request.isMultipart()) throw new AppError('unsupported_type', texts.notMultipart, { field });
  // Node reads away what is then left of the body, so that the sender comes to see the reply.
  if (Number(request.headers['content-length']) > maxBytes + FORM_BYTES) throw tooLarge();
  const form = await readParts(request, field).catch((error: unknown) => {
    throw toHttpError(error, rules, tooLarge);
  });
  if (!form) throw new AppError('invalid_input', texts.notOneFile, { field });
  if (form.bytes.length === 0) throw new AppError('invalid_input', texts.empty, { field });
  return form;
}

/** Reads a form to its end, and of its files keeps the first only; `undefined` where it
 * has more, or none in the field. */
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

/** Whatever the parser stumbles over is the sender's doing. */
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

/** How the API's description tells of a form with one picture. */
export const unreadForm = {
  'multipart/form-data': {
    type: 'object',
    required: [FIELD],
    properties: { [FIELD]: { type: 'string', format: 'binary' } },
  },
};

/** Has the routes of a scope take forms with one picture. */
export const takeForms = (scope: ApiServer) => acceptFileForms(scope, MAX_PICTURE_BYTES);

/** Reads the one file of a multipart form's field `image`. Other fields (the
 * picture host's `key`) are let pass.
 * @throws AppError `unsupported_type` (no form, no picture, not as announced), `too_large`
 * (over 10 MB), `invalid_input`. */
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

/** What is wrong with bytes of this announced type, as far as their beginning
 * tells; `type` is what they are. */
export function problemOfType(
  bytes: Buffer,
  announced: string,
): { problem: 'other_type' | 'announced'; type?: string } | undefined {
  const type = pictureTypeOf(bytes);
  if (!type) return { problem: 'other_type' };
  const [mediaType = ''] = announced.split(';');
  // A file that says it is one thing and is another was made by somebody who wants it taken for both.
  if (saysNothing(mediaType.trim()) || pictureTypeNamed(mediaType.trim()) === type) return undefined;
  return { problem: 'announced', type };
}
