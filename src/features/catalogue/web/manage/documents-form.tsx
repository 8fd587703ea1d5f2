import { useEffect, useRef, useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { cutText } from '#contracts/cut-text.ts';
import type { ToolDocument } from '#features/catalogue/contract.ts';
import {
  addDocumentCall,
  deleteDocumentCall,
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENTS,
  newDocumentSchema,
} from '#features/catalogue/managed-contract.ts';
import { documentRuleTexts, documentsFormTexts as texts } from '#features/catalogue/texts/documents.ts';
import { toolQuery } from '#features/catalogue/web/tool-query.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { UploadBar } from '#features/pictures/web/picture-field.tsx';
import { kindOf } from '#features/pictures/web/upload-pictures.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { DocumentItem, KindField } from './document-item.tsx';

type DocumentsFormProps = { toolId: string; given: ToolDocument[] };

/** A tool's documents, added and deleted immediately: they are not part of what Save sends, and change no
 * version of the tool. */
export function DocumentsForm({ toolId, given }: DocumentsFormProps) {
  const { api } = useSession();
  const [documents, setDocuments] = useState(given);
  const {
    ask,
    row: asked,
    headingRef,
    ...dialog
  } = useRowDeletion<ToolDocument>(['tool', toolId], {
    async remove({ _id }) {
      await api.call(deleteDocumentCall, { params: { id: toolId, documentId: _id } });
      setDocuments((before) => before.filter((each) => each._id !== _id));
      await forgetPage(toolId);
    },
    done: ({ title }) => texts.deleted(title),
  });
  // On arrival from a tool that was just added.
  useEffect(() => {
    if (window.location.hash === '#documents') headingRef.current?.focus();
  }, [headingRef]);
  return (
    <section aria-labelledby="documents" className="mt-12 max-w-3xl border-t border-line pt-8">
      <h2 id="documents" ref={headingRef} tabIndex={-1} className="text-xl">
        {texts.heading}
      </h2>
      <p className="mt-2 max-w-prose text-ink-soft">{texts.lead}</p>
      {documents.length > 0 && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {documents.map((document) => (
            <DocumentItem
              key={document._id}
              toolId={toolId}
              document={document}
              onDelete={() => ask(document)}
              onEdited={(edited) => {
                setDocuments((before) => before.map((each) => (each._id === edited._id ? edited : each)));
                return forgetPage(toolId);
              }}
            />
          ))}
        </ul>
      )}
      {documents.length < MAX_DOCUMENTS ? (
        <NewDocument
          toolId={toolId}
          onAdded={(added, input) => {
            setDocuments((before) => [...before, added]);
            // The form disappears with the last document that there is room for.
            (documents.length + 1 < MAX_DOCUMENTS ? input : headingRef.current)?.focus();
          }}
        />
      ) : (
        <p className="mt-5 text-ink-soft">{texts.full(MAX_DOCUMENTS)}</p>
      )}
      <DeleteDialog {...dialog}>{asked?.title}</DeleteDialog>
    </section>
  );
}

/** Refreshes the tool's own page after a change. */
const forgetPage = (toolId: string) =>
  publicQueries.invalidateQueries({ queryKey: toolQuery(toolId).queryKey });

/** Returns why the shop cannot take a file, by its first bytes and its size. */
async function problemOfDocument(file: File): Promise<string | undefined> {
  if (kindOf(new Uint8Array(await file.slice(0, 1024).arrayBuffer())) !== 'pdf') return texts.notPdf;
  return file.size > MAX_DOCUMENT_BYTES ? texts.tooLarge : undefined;
}

const formSchema = z.extend(newDocumentSchema, {
  document: z
    .custom<File | undefined>((value) => value instanceof File, documentRuleTexts.file)
    .check(async (checked) => {
      const problem = checked.value && (await problemOfDocument(checked.value));
      if (problem) checked.issues.push({ code: 'custom', message: problem, input: checked.value });
    }),
});
type Fields = z.infer<typeof formSchema>;

const names = Object.keys(formSchema.shape) as (keyof Fields)[];
const noFields: Fields = { kind: 'manual', title: '', document: undefined };

type Focusable = Pick<HTMLElement, 'focus'>;

type NewDocumentProps = {
  toolId: string;
  onAdded: (added: ToolDocument, input: Focusable | null) => void;
};

function NewDocument({ toolId, onAdded }: NewDocumentProps) {
  const input = useRef<Focusable>(null);
  const { api } = useSession();
  const [progress, setProgress] = useState<number>();
  const { form, field, isSending, formProps } = useCallForm({
    schema: formSchema,
    defaultValues: noFields,
    async send({ document, kind, title }: Fields, keyFor) {
      const body = new FormData();
      body.append('kind', kind);
      body.append('title', title);
      if (document) body.append('document', document);
      const sent = { toolId, kind, title, file: [document?.name, document?.size, document?.lastModified] };
      const headers = { 'idempotency-key': keyFor(sent) };
      const params = { id: toolId };
      return api.call(addDocumentCall, { params, form: body, headers, onProgress: setProgress });
    },
    async onSent(added) {
      setProgress(undefined);
      notify.success(texts.added(added.title));
      form.reset(noFields);
      onAdded(added, input.current);
      await forgetPage(toolId);
    },
    onRefused: () => setProgress(undefined),
    fieldAtFault: (refused) => names.find((name) => name === refused) ?? 'document',
  });
  const { control, setValue, getValues, trigger } = form;
  const file = useWatch({ control, name: 'document' });

  /** Checks a file when it is chosen, and gives the document its name if it has none. */
  async function take(chosen: File | undefined) {
    setValue('document', chosen);
    if (chosen && (await trigger('document')) && getValues('title').trim() === '') {
      setValue(
        'title',
        cutText(
          chosen.name
            .replace(/\.pdf$/i, '')
            .replaceAll('_', ' ')
            .trim(),
          100,
        ),
      );
    }
  }

  return (
    <form {...formProps} aria-label={texts.add} className="mt-5 grid gap-5">
      <Controller
        control={control}
        name="document"
        render={({ field: { ref }, fieldState }) => (
          <FileField
            ref={(element) => {
              input.current = element;
              ref(element);
            }}
            label={texts.file}
            hint={texts.fileHint}
            accept="application/pdf,.pdf"
            prompt={file ? texts.chooseAnother : texts.choose}
            file={file}
            error={fieldState.error?.message}
            onFiles={([chosen]) => void take(chosen)}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-3 sm:items-start">
        <KindField {...field('kind')} />
        <TextField label={texts.title} maxLength={100} className="sm:col-span-2" {...field('title')} />
      </div>
      {progress !== undefined && <UploadBar progress={progress} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" busy={isSending}>
          {texts.add}
        </Button>
        <p aria-live="polite" className="text-sm text-ink-soft">
          {isSending && texts.adding}
        </p>
      </div>
    </form>
  );
}
