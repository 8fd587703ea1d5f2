import type { ComponentProps } from 'react';
import { documentKinds, type ToolDocument } from '#features/catalogue/contract.ts';
import {
  editDocumentCall,
  type NewDocument,
  newDocumentSchema,
} from '#features/catalogue/managed-contract.ts';
import { documentTexts } from '#features/catalogue/texts/details.ts';
import { documentsFormTexts as texts } from '#features/catalogue/texts/documents.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { RowFormFoot, useRowForm } from '#ui/dashboard/row-form.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { SelectField, TextField } from '#ui/field.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { notify } from '#ui/toast.tsx';

type DocumentItemProps = {
  toolId: string;
  document: ToolDocument;
  onDelete: () => void;
  onEdited: (edited: ToolDocument) => void;
};

/** A tool's document, whose title and kind are edited in place. The focus moves to the title and back. */
export function DocumentItem({ toolId, document, onDelete, onEdited }: DocumentItemProps) {
  const { isOpen, opener, open, close } = useRowForm(document._id);
  return (
    <li data-row tabIndex={-1} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0">
        <a href={document.url} className="font-semibold wrap-anywhere underline underline-offset-4">
          <SavedText text={document.title} />
        </a>
        <span className="block text-sm text-ink-soft">{documentTexts.about(document)}</span>
      </span>
      {isOpen ? (
        <AboutForm toolId={toolId} document={document} onEdited={onEdited} onClose={close} />
      ) : (
        <span className="flex gap-2">
          <Button
            ref={opener}
            size="sm"
            variant="secondary"
            aria-label={texts.editDocument(document.title)}
            onClick={open}
          >
            {texts.edit}
          </Button>
          <DeleteButton size="sm" aria-label={texts.deleteDocument(document.title)} onClick={onDelete} />
        </span>
      )}
    </li>
  );
}

type AboutFormProps = Pick<DocumentItemProps, 'toolId' | 'document' | 'onEdited'> & { onClose: () => void };

function AboutForm({ toolId, document, onEdited, onClose }: AboutFormProps) {
  const { api } = useSession();
  const { kind, title, _id: documentId } = document;
  const { field, isSending, formProps } = useCallForm({
    schema: newDocumentSchema,
    defaultValues: { kind, title },
    send: (body: NewDocument) => api.call(editDocumentCall, { params: { id: toolId, documentId }, body }),
    onSent(edited) {
      notify.success(texts.saved(edited.title));
      onEdited(edited);
      onClose();
    },
    fieldAtFault: () => 'title',
  });
  return (
    <form
      {...formProps}
      aria-label={texts.editDocument(title)}
      className="grid w-full gap-4 sm:grid-cols-3 sm:items-start"
    >
      <KindField {...field('kind')} />
      <TextField
        label={texts.title}
        autoFocus
        maxLength={100}
        className="sm:col-span-2"
        {...field('title')}
      />
      <RowFormFoot submitLabel={texts.save} busy={isSending} onClose={onClose} className="sm:col-span-3" />
    </form>
  );
}

/** Selects the kind of a document. */
export function KindField(select: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  return (
    <SelectField
      label={texts.kind}
      {...select}
      options={documentKinds.map((kind) => [kind, documentTexts.kinds[kind]])}
    />
  );
}
