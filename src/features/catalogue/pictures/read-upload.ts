import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import { pictureErrorTexts as texts } from '#features/catalogue/texts/errors.ts';
import type { ApiServer } from '#http/serve.ts';
import { pictureTypeNamed, pictureTypeOf } from '#platform/images/encoding/check-structure.ts';
import { acceptFileForms, readFileForm, saysNothing } from '../read-file-form.ts';

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

/** Reads the one file of a multipart form's field `image`. Other fields (the picture host's `key`) are let pass.
 * @throws AppError `unsupported_type` (no form, no picture, not as announced), `too_large` (over 10 MB), `invalid_input`. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const { bytes, mediaType } = await readFileForm(request, {
    field: FIELD,
    maxBytes: MAX_PICTURE_BYTES,
    texts,
  });
  const type = pictureTypeOf(bytes);
  if (!type) throw new AppError('unsupported_type', texts.otherType, { field: FIELD });
  // A file that says it is one thing and is another was made by somebody who wants it taken for both.
  if (saysNothing(mediaType) || pictureTypeNamed(mediaType) === type) return bytes;
  throw new AppError('unsupported_type', texts.announcedAs(mediaType.slice(0, 50), type), { field: FIELD });
}
