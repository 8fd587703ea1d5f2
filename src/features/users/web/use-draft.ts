import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Draft, keepDraft, readDraft } from '#web/client/drafts.ts';
import { useDashboardUser } from './use-dashboard.ts';

type DraftOf<Fields extends FieldValues> = {
  /** The form's name: each has its own draft. */
  name: string;
  fields: readonly Path<Fields>[];
  /** What the fields hold before anybody types, which is not worth keeping. Nothing where that is left out. */
  given?: Partial<Fields>;
};

/** Keeps what is typed for the same person and tab, over a reload and a sign-out. Reset the form before `forget`. */
export function useDraft<Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  { name, fields, given }: DraftOf<Fields>,
) {
  const { email } = useDashboardUser();
  const [isRestored, setRestored] = useState(() => readDraft(name, email) !== undefined);
  const keep = useEffectEvent((values: object) => {
    keepDraft(name, email, changesIn(values, given ?? {}, fields));
  });

  // Before anything is painted, so that nobody sees the fields empty first.
  useLayoutEffect(() => {
    for (const [field, value] of Object.entries(readDraft(name, email) ?? {})) {
      form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form, name, email]);

  const forget = () => {
    keepDraft(name, email, {});
    setRestored(false);
  };
  return { isRestored, forget };
}

/** The fields that have been filled in otherwise than they came. */
function changesIn(values: object, before: object, fields: readonly string[]): Draft {
  const [typed, given] = [values, before] as Record<string, unknown>[];
  const changed = fields
    .map((field) => [field, typed?.[field]] as const)
    .filter(([field, value]) => isKept(value) && value !== (given?.[field] ?? ''));
  return Object.fromEntries(changed) as Draft;
}

const isKept = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
