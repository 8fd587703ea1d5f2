import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import type { ApiServer } from '#http/serve.ts';
import { pictureTypeNamed, pictureTypeOf } from '#platform/images/check-structure.ts';
import { acceptFileForms, readFileForm, saysNothing } from './read-file-form.ts';
import { pictureErrorTexts as texts } from './texts.ts';

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
