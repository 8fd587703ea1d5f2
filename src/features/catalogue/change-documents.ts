import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findEarlierReply, idempotent } from '#features/idempotency/idempotent.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { type ToolDocument, toolDocumentSchema } from './contract.ts';
import { insertDocument, removeDocument, serializeDocument, updateDocument } from './document-store.ts';
import { type DocumentEdit, MAX_DOCUMENTS, type NewDocument } from './managed-contract.ts';
import { findManagedTool, lockTool } from './store.ts';
import { documentErrorTexts } from './texts/documents.ts';
import { toolErrorTexts } from './texts/manage.ts';

type AddedDocument = NewDocument & {
  userId: string;
  toolId: string;
  content: Buffer;
  idempotencyKey: string | undefined;
};

/** Adds a checked document to a tool; concurrent uploads run one after another. @throws AppError not_found;
 * `conflict` if the tool has the maximum number of documents; key_reused with another file. */
export async function addDocument(
  context: AppContext,
  { userId, toolId, content, idempotencyKey, ...about }: AddedDocument,
): Promise<ToolDocument> {
  const file = createHash('sha256').update(content).digest('hex');
  const body = { toolId, file, ...about };
  const request = { userId, route: 'POST /tool/:id/documents', key: idempotencyKey, body };
  const earlier = await findEarlierReply(context.db, request, toolDocumentSchema);
  if (earlier) return earlier;
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, toolDocumentSchema, async () => {
      await lockTool(tx, toolId);
      if (!(await findManagedTool(tx, toolId))) throw new AppError('not_found', toolErrorTexts.noSuchTool);
      const now = context.clock.now();
      const added = await insertDocument(tx, { id: uuid(), toolId, content, now, ...about });
      if (!added) {
        throw new AppError('conflict', documentErrorTexts.tooMany(MAX_DOCUMENTS), { field: 'document' });
      }
      const { id, kind, size_bytes: bytes } = added;
      const details = { documentId: id, kind, bytes };
      await recordAudit(context, tx, { action: 'document_added', toolId, details });
      await enqueueWebhooks(context, tx, 'tool.changed', [{ id: toolId }]);
      await invalidateEverywhere(tx);
      return serializeDocument(toolId, added);
    }),
  );
}

/** Changes a document's metadata. @throws AppError not_found */
export async function editDocument(
  context: AppContext,
  { toolId, documentId, edit }: { toolId: string; documentId: string; edit: DocumentEdit },
): Promise<ToolDocument> {
  return context.db.transaction().execute(async (tx) => {
    const edited = await updateDocument(tx, { toolId, id: documentId, ...edit });
    if (!edited) throw new AppError('not_found', documentErrorTexts.noSuchDocument);
    const details = { documentId, kind: edited.kind };
    await recordAudit(context, tx, { action: 'document_edited', toolId, details });
    await enqueueWebhooks(context, tx, 'tool.changed', [{ id: toolId }]);
    await invalidateEverywhere(tx);
    return serializeDocument(toolId, edited);
  });
}

/** Deletes a document of a tool. @throws AppError not_found */
export async function deleteDocument(
  context: AppContext,
  toolId: string,
  documentId: string,
): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const removed = await removeDocument(tx, toolId, documentId);
    if (!removed) throw new AppError('not_found', documentErrorTexts.noSuchDocument);
    const details = { documentId, kind: removed.kind };
    await recordAudit(context, tx, { action: 'document_removed', toolId, details });
    await enqueueWebhooks(context, tx, 'tool.changed', [{ id: toolId }]);
    await invalidateEverywhere(tx);
    return { deletedCount: 1 };
  });
}
