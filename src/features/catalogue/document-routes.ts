import { Readable } from 'node:stream';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptFileForms } from '#features/pictures/read-file-form.ts';
import { requireUser } from '#features/users/authorise.ts';
import { bareContentPolicy } from '#http/security-headers.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { limitConcurrency } from '#platform/limit-concurrency.ts';
import { addDocument, deleteDocument, editDocument } from './change-documents.ts';
import {
  addDocumentCall,
  deleteDocumentCall,
  documentParamsSchema,
  editDocumentCall,
  MAX_DOCUMENT_BYTES,
} from './document-contract.ts';
import { findDocument, readDocument } from './document-store.ts';
import { DOCUMENT_FIELD, readDocumentForm } from './read-document-upload.ts';
import { documentErrorTexts } from './texts/documents.ts';

/** Each holds up to 10 MB, as pictures do. */
const UPLOADS_AT_ONCE = 2;

const replies: Record<number, unknown> = {
  200: {
    description: 'The document',
    content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
  },
};

/** A tool's documents: admins add and delete them, everybody downloads them. */
export async function documentsRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => uploadRoute(uploads, context));

  serve(api, editDocumentCall, { changesCatalogue: true }, async ({ params, body }) =>
    editDocument(context, { toolId: params.id, documentId: params.documentId, edit: body }),
  );

  serve(api, deleteDocumentCall, { changesCatalogue: true }, async ({ params }) =>
    deleteDocument(context, params.id, params.documentId),
  );

  api.get(
    '/tool/:id/documents/:documentId',
    {
      config: { access: 'public', errors: ['not_found'] },
      schema: {
        tags: ['Tools'],
        operationId: 'getDocument',
        summary: 'A document of a tool, to be saved as a file',
        params: documentParamsSchema,
        response: replies,
      },
    },
    async (request, reply) => {
      const { id: toolId, documentId } = request.params;
      const document = await findDocument(context.db, toolId, documentId);
      if (!document) throw new AppError('not_found', documentErrorTexts.noSuchDocument);
      const etag = `"${documentId}"`;
      reply.headers({
        // One that was deleted is to be had nowhere, so every cache asks again.
        'cache-control': 'no-cache',
        etag,
        // A stranger's file never becomes a page of the shop: it is saved, else shown without rights.
        'content-disposition': attachmentNamed(`${document.title}.pdf`),
        'content-security-policy': `${bareContentPolicy}; sandbox`,
        'x-content-type-options': 'nosniff',
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      reply.type('application/pdf').header('content-length', document.size_bytes);
      return reply.send(Readable.from(readDocument(context.db, document), { objectMode: false }));
    },
  );
}

/** `Content-Disposition` of a file that is saved rather than shown (RFC 6266; RFC
 * 8187 for letters beyond ASCII). */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** In a scope of its own, as forms are read there and nothing else. */
async function uploadRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE);
  await acceptFileForms(api, MAX_DOCUMENT_BYTES);
  const unreadBody = {
    'multipart/form-data': {
      type: 'object',
      required: [DOCUMENT_FIELD, 'kind', 'title'],
      properties: {
        [DOCUMENT_FIELD]: { type: 'string', format: 'binary' },
        kind: { type: 'string' },
        title: { type: 'string' },
      },
    },
  };
  serve(api, addDocumentCall, { limit: 'uploads', changesCatalogue: true, unreadBody }, async (request) =>
    inTurn(async () =>
      addDocument(context, {
        ...(await readDocumentForm(request)),
        userId: requireUser(request).userId,
        toolId: request.params.id,
        idempotencyKey: request.headers['idempotency-key'],
      }),
    ),
  );
}
