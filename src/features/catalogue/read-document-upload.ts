import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { readFileForm, saysNothing } from '#features/pictures/read-file-form.ts';
import { MAX_DOCUMENT_BYTES, type NewDocument, newDocumentSchema } from './document-contract.ts';
import { documentErrorTexts as texts } from './texts/documents.ts';

export const DOCUMENT_FIELD = 'document';
/** A PDF file ends with its end mark; what some programs write behind it is short (ISO 32000-2, 7.5.5). */
const TAIL_BYTES = 1024;

/** Reads a document and what is said of it out of a multipart form. @throws AppError `unsupported_type` (no
 * form, no PDF, not as announced), `too_large`, `invalid_input` (nothing, cut off, no kind or title). */
export async function readDocumentForm(request: FastifyRequest): Promise<NewDocument & { content: Buffer }> {
  const rules = { field: DOCUMENT_FIELD, maxBytes: MAX_DOCUMENT_BYTES, texts };
  const { bytes, mediaType, fields } = await readFileForm(request, rules);
  checkPdf(bytes, mediaType);
  const about = newDocumentSchema.safeParse(Object.fromEntries(fields));
  if (about.success) return { ...about.data, content: bytes };
  const [problem] = about.error.issues;
  throw new AppError('invalid_input', problem?.message ?? texts.badForm, { field: String(problem?.path[0]) });
}

function checkPdf(bytes: Buffer, mediaType: string): void {
  const field = DOCUMENT_FIELD;
  if (!/^%PDF-[12]\.\d/.test(bytes.subarray(0, 8).toString('latin1'))) {
    throw new AppError('unsupported_type', texts.otherType, { field });
  }
  if (!saysNothing(mediaType) && mediaType.toLowerCase() !== 'application/pdf') {
    throw new AppError('unsupported_type', texts.announcedAs(mediaType.slice(0, 50)), { field });
  }
  if (!bytes.subarray(-TAIL_BYTES).includes('%%EOF')) {
    throw new AppError('invalid_input', texts.damaged, { field });
  }
}
