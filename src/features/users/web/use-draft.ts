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
  /** Which version of a thing `given` is of, where it has versions. */
  version?: number | undefined;
};

/** Keeps what is typed for the same person and tab, over a reload and a sign-out. Reset the form before `forget`.
 * `isOutdated`: what was restored had been typed over another version than `given` is of. */
export function useDraft<Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  { name, fields, given, version }: DraftOf<Fields>,
) {
  const { email } = useDashboardUser();
  const [found] = useState(() => readDraft(name, email));
  const [isRestored, setRestored] = useState(found !== undefined);
  const keep = useEffectEvent((values: object) => {
    const draft = changesIn(values, given ?? {}, fields);
    const isOfVersion = version !== undefined && Object.keys(draft).length > 0;
    keepDraft(name, email, isOfVersion ? { ...draft, version } : draft);
  });

  // Before anything is painted, so that nobody sees the fields empty first.
  useLayoutEffect(() => {
    const { version: _, ...typed } = readDraft(name, email) ?? {};
    for (const [field, value] of Object.entries(typed)) {
      form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form, name, email]);

  const forget = () => {
    keepDraft(name, email, {});
    setRestored(false);
  };
  return { isRestored, isOutdated: found !== undefined && found.version !== version, forget };
}

/** The fields that have been filled in otherwise than they came, or emptied. */
function changesIn(values: object, before: object, fields: readonly string[]): Draft {
  const [typed, given] = [values, before] as Record<string, unknown>[];
  const changed = fields
    .map((field) => [field, keptOf(typed?.[field])] as const)
    .filter(([field, value]) => value !== keptOf(given?.[field]));
  return Object.fromEntries(changed);
}

/** What is kept of a field: the empty text of one that is empty. */
const keptOf = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : '';
