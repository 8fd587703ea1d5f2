import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import { addToolCall, newToolSchema } from '#features/catalogue/contract.ts';
import { uploadPictureCall } from '#features/catalogue/pictures/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDraft } from '#features/users/web/use-draft.ts';
import { ApiError, errorMessage } from '#web/client/api-client.ts';
import { newKey } from '#web/client/new-key.ts';
import { formProblems } from '#web/dashboard/form-parts.tsx';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { notify } from '#web/ui/toast.tsx';

const picture = z
  .custom<File>((value) => value instanceof File, texts.picture.required)
  .check(
    z.refine((file) => file.type.startsWith('image/'), texts.picture.notOne),
    z.refine((file) => file.size <= MAX_PICTURE_BYTES, texts.picture.tooLarge),
  );

const typedSchema = z.omit(newToolSchema, { img: true });
const typedFields = Object.keys(typedSchema.shape) as (keyof z.infer<typeof typedSchema>)[];

/** Rules of the Add a tool form: the shop's rules for a tool, with a picture to upload in the place of its address. */
const toolFormSchema = z.extend(typedSchema, { image: picture });

export type ToolFields = z.infer<typeof toolFormSchema>;

/** Which field of the form shows what the shop says about a field of the call. */
function formField(field: string | undefined): keyof ToolFields | undefined {
  if (field === 'img' || field === 'image') return 'image';
  return typedFields.find((name) => name === field);
}

/** The state of the Add a tool form, and what sends it. What was typed survives a failure, and a reload. */
export function useToolForm(labels: Record<keyof ToolFields, string>) {
  const { addTool, isAdding, progress } = useAddTool();
  const form = useForm({ resolver: zodResolver(toolFormSchema) });
  const draft = useDraft(form, { name: 'tool', fields: typedFields });
  const [problem, setProblem] = useState<string>();
  const [toolsAdded, setToolsAdded] = useState(0);

  // The emptied form knows its fields again only after it has been shown.
  useEffect(() => {
    if (toolsAdded > 0) form.setFocus('name');
  }, [toolsAdded, form]);

  function startOver() {
    form.reset();
    draft.forget();
  }

  async function send(tool: ToolFields) {
    setProblem(undefined);
    try {
      await addTool(tool);
      notify.success(texts.added);
      startOver();
      setToolsAdded((count) => count + 1);
    } catch (error) {
      notify.error(texts.failed);
      const field = formField(error instanceof ApiError ? error.field : undefined);
      if (field) form.setError(field, { message: errorMessage(error) }, { shouldFocus: true });
      else setProblem(errorMessage(error));
    }
  }

  return {
    form,
    problem,
    progress,
    isAdding,
    isRestored: draft.isRestored,
    startOver,
    submit: form.handleSubmit(send, (errors) => setProblem(formProblems(errors, labels))),
  };
}

/** A chosen file, the `Idempotency-Key` under which it is sent, and its address once it has arrived. */
type Upload = { file: File; key: string; url?: string };

/** Uploads a tool's picture, then adds the tool. A picture that has arrived is not sent again when adding the tool failed;
 * one whose answer got lost is, under the same key. `progress` is the fraction uploaded. */
function useAddTool() {
  const { api } = useSession();
  const queries = useQueryClient();
  const latest = useRef<Upload>(undefined);
  const [progress, setProgress] = useState<number>();

  async function upload(file: File): Promise<string> {
    if (latest.current?.file !== file) latest.current = { file, key: newKey() };
    const chosen = latest.current;
    if (chosen.url) return chosen.url;
    setProgress(0);
    try {
      const form = new FormData();
      form.append('image', file);
      const headers = { 'idempotency-key': chosen.key };
      const { data } = await api.call(uploadPictureCall, { form, headers, onProgress: setProgress });
      chosen.url = data.url;
      return data.url;
    } finally {
      setProgress(undefined);
    }
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ image, ...tool }: ToolFields) => {
      const img = await upload(image);
      await api.call(addToolCall, { body: { ...tool, img } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
  return { addTool: mutateAsync, isAdding: isPending, progress };
}
