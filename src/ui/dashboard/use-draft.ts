import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keepDraft, readDraft } from '../client/drafts.ts';

type DraftOf<Fields extends FieldValues> = {
  /** The form's name: each has its own draft. */
  name: string;
  /** The email of the person whose draft it is. */
  owner: string;
  fields: readonly Path<Fields>[];
  /** What the fields hold before anybody types, which is not kept. Nothing where that is left out. */
  given?: Partial<Fields>;
  /** Which version of a thing `given` is of, where it has versions. */
  version?: number | undefined;
};

type Values = Record<string, unknown>;

/** The fields that were changed, from what to what, and the version that this was. */
type Draft = { before: Values; values: Values; version?: number | undefined };

/** Keeps what is typed for the same person and tab, over a reload and a sign-out. Reset the form before
 * `forget`. `outdated`: what was restored, where another version has changed the same fields. */
export function useDraft<Fields extends FieldValues, Sent>(
  form: UseFormReturn<Fields, unknown, Sent>,
  { name, owner, fields, given = {}, version }: DraftOf<Fields>,
) {
  const [found] = useState(() => readFields(name, owner));
  const [outdated] = useState(() =>
    found && isOvertaken(found, version, given) ? typedIn(found, given) : undefined,
  );
  const [isRestored, setRestored] = useState(found !== undefined);
  const restore = useEffectEvent((draft: Draft | undefined) => {
    for (const [field, value] of Object.entries(draft ? typedIn(draft, given) : {})) {
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

  // Before anything is painted, so that nobody sees the fields empty first.
  useLayoutEffect(() => {
    restore(readFields(name, owner));
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form, name, owner]);

  const forget = () => {
    keepDraft(name, owner, {});
    setRestored(false);
  };
  /** Leaves the draft as it is while the form shows what nobody typed. */
  const hold = (held: boolean) => {
    isHeld.current = held;
  };
  return { isRestored, outdated, forget, hold };
}

function readFields(name: string, owner: string): Draft | undefined {
  const kept = readDraft(name, owner)?.fields;
  return typeof kept === 'string' ? JSON.parse(kept) : undefined;
}

/** What is kept of a field: the empty text of one that is empty. */
const keptOf = (value: unknown) => (value === null || Number.isNaN(value) ? '' : (value ?? ''));

/** Whether two values, of fields or forms, are the same. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(keptOf(one)) === JSON.stringify(keptOf(other));

const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, keptOf(values[field])]));

const isOvertaken = (draft: Draft, version: number | undefined, given: Values) =>
  draft.version !== version &&
  Object.entries(draft.before).some(([field, before]) => !isSame(before, given[field]));

/** The fields of a draft as they were typed: nothing, where one was emptied of a number. */
function typedIn<Fields>({ values }: Draft, given: Partial<Fields>): Partial<Fields> {
  const isEmptied = (field: string, value: unknown) =>
    value === '' && field in given && typeof given[field as keyof Fields] !== 'string';
  const typed = Object.entries(values).map(([field, value]) => [
    field,
    isEmptied(field, value) ? undefined : value,
  ]);
  return Object.fromEntries(typed);
}
