import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keepDraft, readDraft } from '../client/drafts.ts';

type DraftOf<Fields extends FieldValues> = {
  /** The form's name: each has its own draft. */
  name: string;
  /** The email of the draft's owner. */
  owner: string;
  fields: readonly Path<Fields>[];
  /** The initial values of the fields, which are not stored. Empty if omitted. */
  given?: Partial<Fields>;
  /** The version that `given` is from, if versioned. */
  version?: number | undefined;
};

type Values = Record<string, unknown>;

/** The changed fields, with their values before and after, and the version that was edited. */
type Draft = { before: Values; values: Values; version?: number | undefined };

/** Stores typed values for the same user and tab, across a reload or an expired session (logging out deletes
 * drafts). Reset the form before `forget`. `outdated`: the restored values, if another version has changed
 * the same fields. */
export function useDraft<Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  { name, owner, fields, given = {}, version }: DraftOf<Fields>,
) {
  const [found] = useState(() => readFields(name, owner));
  const [outdated] = useState(() =>
    found && isOvertaken(found, version, given) ? draftFields(found, given) : undefined,
  );
  const [isRestored, setRestored] = useState(found !== undefined);
  const restore = useEffectEvent((draft: Draft | undefined) => {
    for (const [field, value] of Object.entries(draft ? draftFields(draft, given) : {})) {
      form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
    }
  });
  const isHeld = useRef(false);
  const keep = useEffectEvent((values: Values) => {
    if (isHeld.current) return;
    const changed = fields.filter((field) => !isSame(values[field], given[field]));
    const draft: Draft = { before: pick(given, changed), values: pick(values, changed), version };
    keepDraft(name, owner, changed.length > 0 ? { fields: JSON.stringify(draft) } : {});
  });

  // Before the first paint, so that the fields are never shown empty.
  useLayoutEffect(() => {
    restore(readFields(name, owner));
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form, name, owner]);

  const forget = () => {
    keepDraft(name, owner, {});
    setRestored(false);
  };
  /** Freezes the draft while the form shows values that the user has not typed. */
  const hold = (held: boolean) => {
    isHeld.current = held;
  };
  return { isRestored, outdated, forget, hold };
}

function readFields(name: string, owner: string): Draft | undefined {
  const kept = readDraft(name, owner)?.fields;
  return typeof kept === 'string' ? JSON.parse(kept) : undefined;
}

/** The stored value of a field: an empty string if the field is empty. */
const savedValue = (value: unknown) => (value === null || Number.isNaN(value) ? '' : (value ?? ''));

/** Whether two values, of fields or forms, are equal. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(savedValue(one)) === JSON.stringify(savedValue(other));

const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, savedValue(values[field])]));

const isOvertaken = (draft: Draft, version: number | undefined, given: Values) =>
  draft.version !== version &&
  Object.entries(draft.before).some(([field, before]) => !isSame(before, given[field]));

/** A draft's fields as typed: undefined for a number field that was cleared. */
function draftFields<Fields>({ values }: Draft, given: Partial<Fields>): Partial<Fields> {
  const isEmptied = (field: string, value: unknown) =>
    value === '' && field in given && typeof given[field as keyof Fields] !== 'string';
  const typed = Object.entries(values).map(([field, value]) => [
    field,
    isEmptied(field, value) ? undefined : value,
  ]);
  return Object.fromEntries(typed);
}
