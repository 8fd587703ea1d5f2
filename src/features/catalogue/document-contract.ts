import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, idempotencyHeadersSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine } from '#contracts/text.ts';
import { documentKinds, toolDocumentSchema } from './contract.ts';
import { documentRuleTexts as texts } from './texts/documents.ts';

/** The most documents of a tool. */
export const MAX_DOCUMENTS = 6;

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** What is sent along with a document's file; also the rules of its form. */
export const newDocumentSchema = z.object({
  kind: oneOf('kind', documentKinds),
  title: formLine({ ...texts.title, max: 100 }),
});
export type NewDocument = z.infer<typeof newDocumentSchema>;

/** Body of `PATCH /tool/{id}/documents/{documentId}`: what is said of it anew. Its file stays. */
export const documentEditSchema = z
  .partial(newDocumentSchema)
  .check(z.refine((edit) => Object.values(edit).some((value) => value !== undefined), texts.nothing));
export type DocumentEdit = z.infer<typeof documentEditSchema>;

/** The address of a document under its tool's. */
export const documentParamsSchema = z.extend(idParamsSchema, { documentId: idSchema });

export const addDocumentCall = {
  method: 'POST',
  path: '/tool/:id/documents',
  access: 'admin',
  params: idParamsSchema,
  headers: idempotencyHeadersSchema,
  reply: toolDocumentSchema,
  status: 201,
  errors: ['not_found', 'conflict'],
  tag: 'Tools',
  operationId: 'addDocument',
  summary: 'Takes a document of a tool: a manual, a safety sheet',
  description: `A multipart form: its field \`document\` is one whole PDF file of at most 10 MB, \`kind\` one of ${documentKinds.join(', ')}, \`title\` what it is called, in at most 100 characters. A tool has at most ${MAX_DOCUMENTS}.`,
} satisfies Call;

export const editDocumentCall = {
  method: 'PATCH',
  path: '/tool/:id/documents/:documentId',
  access: 'admin',
  params: documentParamsSchema,
  body: documentEditSchema,
  reply: toolDocumentSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'editDocument',
  summary: 'Corrects what a document is called, or its kind',
  description: 'Its file and its address stay. The tool’s `version` does too, as when documents are added.',
} satisfies Call;

export const deleteDocumentCall = {
  method: 'DELETE',
  path: '/tool/:id/documents/:documentId',
  access: 'admin',
  params: documentParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'deleteDocument',
  summary: 'Deletes a document of a tool',
} satisfies Call;
