import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { type Draft, keepDraft, readDraft } from '#ui/client/drafts.ts';
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
 * `outdated`: what was restored, where it had been typed over another version than `given` is of. */
export function useDraft<Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  { name, fields, given, version }: DraftOf<Fields>,
) {
  const { email } = useDashboardUser();
  const [found] = useState(() => readDraft(name, email));
  const [outdated] = useState(() => (found && found.version !== version ? typedIn(found, given) : undefined));
  const [isRestored, setRestored] = useState(found !== undefined);
  const restore = useEffectEvent((draft: Draft | undefined) => {
    for (const [field, value] of Object.entries(typedIn(draft, given))) {
      form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
  });
  const keep = useEffectEvent((values: object) => {
    const draft = changesIn(values, given ?? {}, fields);
    const isOfVersion = version !== undefined && Object.keys(draft).length > 0;
    keepDraft(name, email, isOfVersion ? { ...draft, version } : draft);
  });

  // Before anything is painted, so that nobody sees the fields empty first.
  useLayoutEffect(() => {
    restore(readDraft(name, email));
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form, name, email]);

  const forget = () => {
    keepDraft(name, email, {});
    setRestored(false);
  };
  return { isRestored, outdated, forget };
}

/** The fields that have been filled in otherwise than they came, or emptied. */
function changesIn(values: object, before: object, fields: readonly string[]): Draft {
  const [typed, given] = [values, before] as Record<string, unknown>[];
  const changed = fields
    .map((field) => [field, keptOf(typed?.[field])] as const)
    .filter(([field, value]) => value !== keptOf(given?.[field]));
  return Object.fromEntries(changed);
}

/** The fields of a draft as they were typed: nothing, where one was emptied of a number. */
function typedIn<Fields>(draft: Draft = {}, given: Partial<Fields> = {}): Partial<Fields> {
  const { version: _, ...kept } = draft;
  const isEmptied = (field: string, value: unknown) =>
    value === '' && field in given && typeof given[field as keyof Fields] !== 'string';
  const typed = Object.entries(kept).map(([field, value]) => [
    field,
    isEmptied(field, value) ? undefined : value,
  ]);
  return Object.fromEntries(typed);
}

/** What is kept of a field: the empty text of one that is empty. */
const keptOf = (value: unknown) =>
  typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : '';
