import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptFileForms, readFileForm, saysNothing } from '#features/pictures/read-file-form.ts';
import { requireUser } from '#features/users/authorise.ts';
import { bareContentPolicy } from '#http/security-headers.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { addDocument, deleteDocument, editDocument } from './change-documents.ts';
import { findDocument, readDocument } from './document-store.ts';
import {
  addDocumentCall,
  deleteDocumentCall,
  documentParamsSchema,
  editDocumentCall,
  MAX_DOCUMENT_BYTES,
  type NewDocument,
  newDocumentSchema,
} from './managed-contract.ts';
import { documentErrorTexts } from './texts/documents.ts';

/** Each takes up to 10 MB of memory, as picture uploads do. */
const UPLOADS_AT_ONCE = 2;
const OF_ONE_PERSON = 1;

const DOCUMENT_FIELD = 'document';
/** A PDF file ends with its end-of-file marker; some programs append a few bytes (ISO 32000-2, 7.5.5). */
const TAIL_BYTES = 1024;

const replies: Record<number, unknown> = {
  200: {
    description: 'The document',
    content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
  },
};

/** Registers the calls about a tool's documents: admins add and delete them, everyone downloads them. */
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
        summary: 'Downloads a document of a tool',
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
        // Caches must revalidate, so that a deleted document is not served.
        'cache-control': 'no-cache',
        etag,
        // An uploaded file never becomes a page of the shop: it is downloaded, or else shown in a sandbox
        // without permissions.
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

/** Returns the `Content-Disposition` of a file that is downloaded (RFC 6266; RFC 8187 for letters beyond
 * ASCII). */
function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\w .()-]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** Registered in its own scope, where only forms are parsed. */
async function uploadRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
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
    inTurn(
      async () =>
        addDocument(context, {
          ...(await readDocumentForm(request)),
          userId: requireUser(request).userId,
          toolId: request.params.id,
          idempotencyKey: request.headers['idempotency-key'],
        }),
      currentTurnTaker(),
    ),
  );
}

/** Reads a document and its metadata from a multipart form. @throws AppError `unsupported_type` (not a form,
 * not a PDF, wrong media type), `too_large`, `invalid_input` (empty, truncated, without kind or title). */
async function readDocumentForm(request: FastifyRequest): Promise<NewDocument & { content: Buffer }> {
  const rules = { field: DOCUMENT_FIELD, maxBytes: MAX_DOCUMENT_BYTES, texts: documentErrorTexts };
  const { bytes, mediaType, fields } = await readFileForm(request, rules);
  checkPdf(bytes, mediaType);
  const about = newDocumentSchema.safeParse(Object.fromEntries(fields));
  if (about.success) return { ...about.data, content: bytes };
  const [problem] = about.error.issues;
  throw new AppError('invalid_input', problem?.message ?? documentErrorTexts.badForm, {
    field: String(problem?.path[0]),
  });
}

function checkPdf(bytes: Buffer, mediaType: string): void {
  const field = DOCUMENT_FIELD;
  if (!/^%PDF-[12]\.\d/.test(bytes.subarray(0, 8).toString('latin1'))) {
    throw new AppError('unsupported_type', documentErrorTexts.otherType, { field });
  }
  if (!saysNothing(mediaType) && mediaType.toLowerCase() !== 'application/pdf') {
    throw new AppError('unsupported_type', documentErrorTexts.announcedAs(mediaType.slice(0, 50)), { field });
  }
  if (!bytes.subarray(-TAIL_BYTES).includes('%%EOF')) {
    throw new AppError('invalid_input', documentErrorTexts.damaged, { field });
  }
}
