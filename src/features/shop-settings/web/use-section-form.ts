import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { type FieldValues, useForm } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { accentProperties } from '#contracts/accent.ts';
import { accentOf, type DetailsSection, shopDetailsSchema } from '#contracts/shop-details.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { notify } from '#ui/toast.tsx';
import { changeDetailsCall, getManagedDetailsCall, type ManagedDetails } from '../contract.ts';
import { sectionTexts, shopDetailsTexts as texts } from '../texts/manage.ts';
import { forgetDetails } from './load-details.ts';

export const managedDetailsKey = ['managed details'];

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The state of the form for a section, and what saves it. What was typed survives a failure, a conflict, and a reload. */
export function useSectionForm(section: DetailsSection, loaded: ManagedDetails) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [base, setBase] = useState(loaded);
  const [theirs, setTheirs] = useState<FieldValues>();
  const [problem, setProblem] = useState<string>();
  const form = useForm<FieldValues>({
    // biome-ignore lint/suspicious/noExplicitAny: one form for sections of ten shapes.
    resolver: zodResolver<any, unknown, any>(shopDetailsSchema.shape[section]),
    defaultValues: loaded.details[section],
  });
  const draft = useSectionDraft(section, form, base.details[section]);

  /** Sends the section; where somebody has changed others meanwhile, again under the version that has made. */
  async function send(values: FieldValues | null, seen: ManagedDetails): Promise<ManagedDetails | undefined> {
    try {
      return await api.call(changeDetailsCall, { body: { version: seen.version, [section]: values } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const now = await api.call(getManagedDetailsCall, {});
      setBase(now);
      if (isSame(now.details[section], seen.details[section])) return send(values, now);
      setTheirs(now.details[section]);
      return undefined;
    }
  }

  const saving = useMutation({
    mutationFn: (values: FieldValues | null) => send(values, base),
    onSuccess: async (saved, values) => {
      if (!saved) return;
      setBase(saved);
      queries.setQueryData(managedDetailsKey, saved);
      form.reset(saved.details[section]);
      draft.forget();
      const name = sectionTexts[section];
      notify.success(values ? texts.saved(name) : texts.isDone(name));
      forgetDetails();
      // The page's style sheet stays as it came.
      for (const [property, value] of accentProperties(accentOf(saved.details)))
        document.documentElement.style.setProperty(property, value);
      await revalidate();
    },
    onError: (error) => {
      notify.error(texts.notSaved);
      const field = error instanceof ApiError ? error.field?.replace(`${section}.`, '') : undefined;
      if (field) form.setError(field, { message: errorMessage(error) }, { shouldFocus: true });
      else setProblem(errorMessage(error));
    },
  });

  function save(values: FieldValues | null) {
    setProblem(undefined);
    setTheirs(undefined);
    if (!saving.isPending) saving.mutate(values);
  }

  function settle(values: FieldValues | undefined) {
    if (values) form.reset(values);
    setTheirs(undefined);
  }

  return {
    form,
    problem,
    theirs,
    settle,
    save,
    isOwn: base.own.includes(section),
    isSaving: saving.isPending,
    isRestored: draft.isRestored,
    startOver: () => {
      form.reset(base.details[section]);
      draft.forget();
    },
    submit: form.handleSubmit(save, () => setProblem(texts.check)),
  };
}

/** Keeps what is typed into a section in this tab, over a reload. */
function useSectionDraft(
  section: DetailsSection,
  form: ReturnType<typeof useForm<FieldValues>>,
  given: FieldValues,
) {
  const { email } = useDashboardUser();
  const name = `details-${section}`;
  const [isRestored, setRestored] = useState(() => readDraft(name, email) !== undefined);
  useLayoutEffect(() => {
    const kept = readDraft(name, email)?.values;
    if (typeof kept === 'string') form.reset(JSON.parse(kept), { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        keepDraft(name, email, isSame(values, given) ? {} : { values: JSON.stringify(values) }),
    });
  }, [form, name, email, given]);
  return {
    isRestored,
    forget() {
      keepDraft(name, email, {});
      setRestored(false);
    },
  };
}
