import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDraft } from '#features/users/web/use-draft.ts';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { problemWords } from '#web/dashboard/problem-words.ts';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { notify } from '#web/ui/toast.tsx';
import { type ToolFields, toolFormSchema } from './tool-fields.ts';
import { useAddTool } from './use-add-tool.ts';

const typedFields = [
  'name',
  'description',
  'min_order_quantity',
  'available_quantity',
  'price',
  'category',
  'brand',
] as const;

/** Which field of the form shows what the shop says about a field of the call. */
function formField(field: string | undefined): keyof ToolFields | undefined {
  if (field === 'img' || field === 'image') return 'image';
  return field && field in toolFormSchema.shape ? (field as keyof ToolFields) : undefined;
}

/** The state of the Add a tool form, and what sends it. What was typed survives a failure, and a reload. */
export function useToolForm() {
  const { addTool, isAdding, progress } = useAddTool();
  const form = useForm({ resolver: zodResolver(toolFormSchema) });
  const draft = useDraft(form, { name: 'tool', fields: typedFields });
  const [problem, setProblem] = useState<string>();
  const [toolsAdded, setToolsAdded] = useState(0);

  // The emptied form knows its fields again only after it has been shown.
  useEffect(() => {
    if (toolsAdded > 0) form.setFocus('name');
  }, [toolsAdded, form]);

  async function send(tool: ToolFields) {
    setProblem(undefined);
    try {
      await addTool(tool);
      notify.success(texts.added);
      form.reset();
      draft.forget();
      setToolsAdded((count) => count + 1);
    } catch (error) {
      notify.error(texts.failed);
      const field = formField(error instanceof ApiError ? error.field : undefined);
      if (field) form.setError(field, { message: errorWords(error) }, { shouldFocus: true });
      else setProblem(errorWords(error));
    }
  }

  return {
    form,
    errors: form.formState.errors,
    problem,
    progress,
    isAdding,
    waiting: isAdding ? (progress === undefined ? texts.adding : texts.sendingPicture) : undefined,
    isRestored: draft.isRestored,
    startOver: () => {
      form.reset();
      draft.forget();
    },
    submit: form.handleSubmit(send, (errors) => setProblem(problemWords(errors, texts.labels))),
  };
}
