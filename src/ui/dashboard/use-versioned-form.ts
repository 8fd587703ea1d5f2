import { useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { ApiError } from '../client/api-client.ts';
import { type CallFormOptions, useCallForm } from './use-call-form.ts';
import { isSame, useDraft } from './use-draft.ts';

/** A version conflict: the version that the user began with, the one saved meanwhile, and the values about to
 * be saved. */
export type Conflict<Thing, Values> = { before: Thing; theirs: Thing; mine: Values };

type VersionedFormOptions<Thing, Values extends FieldValues, Sent> = Omit<
  CallFormOptions<Values, Sent, Thing | undefined>,
  'defaultValues' | 'send' | 'onSent' | 'done'
> & {
  loaded: Thing;
  /** The form's values for a thing. */
  valuesOf: (thing: Thing) => Values;
  /** The draft's owner and name, and its fields if not all. */
  draft: { name: string; owner: string; fields?: readonly Path<Values>[] };
  /** Fetches the current version. */
  load: () => Promise<Thing>;
  /** Sends the values over the version that the form began with. */
  send: (values: Sent, seen: Thing) => Promise<Thing>;
  onSaved: (saved: Thing, values: Sent) => unknown;
  onConflict?: (conflict: Conflict<Thing, Values>) => void;
};

/** A form of a versioned thing. Typed values survive failures, conflicts and reloads. If the shop has a newer
 * version, the values are sent over it if the form shows the same for both; otherwise there is a
 * `conflict`. */
export function useVersionedForm<
  Thing extends { version: number },
  Values extends FieldValues,
  Sent = Values,
>({
  loaded,
  valuesOf,
  draft: { name, owner, fields },
  load,
  send,
  onSaved,
  onConflict,
  ...options
}: VersionedFormOptions<Thing, Values, Sent>) {
  const [base, setBase] = useState(loaded);
  const [met, setMet] = useState<Conflict<Thing, Values> | null>();
  /** The version in a conflict that `swap` has taken out of the form. */
  const [hidden, setHidden] = useState<{ values: Values; isMine: boolean }>();

  /** Returns the saved thing, or undefined in a conflict. */
  async function sendOver(values: Sent, seen: Thing): Promise<Thing | undefined> {
    try {
      return await send(values, seen);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const theirs = await load();
      // Refused over the version that is there now: sending again would go on for ever.
      if (theirs.version === seen.version) throw error;
      setBase(theirs);
      if (isSame(valuesOf(theirs), valuesOf(seen))) return sendOver(values, theirs);
      const conflict = { before: seen, theirs, mine: form.getValues() };
      draft.hold(false);
      setHidden(undefined);
      setMet(conflict);
      onConflict?.(conflict);
      return undefined;
    }
  }

  const callForm = useCallForm<Values, Sent, Thing | undefined>({
    ...options,
    defaultValues: valuesOf(loaded) as never,
    send: (values) => sendOver(values, base),
    async onSent(saved, values) {
      if (!saved) return;
      setBase(saved);
      startOver(saved);
      await onSaved(saved, values);
    },
  });
  const { form } = callForm;
  const given = valuesOf(base);
  const draft = useDraft(form, {
    name,
    owner,
    fields: fields ?? (Object.keys(given) as Path<Values>[]),
    given,
    version: base.version,
  });
  const restored = draft.outdated && {
    before: loaded,
    theirs: loaded,
    mine: { ...valuesOf(loaded), ...draft.outdated },
  };

  /** Discards what was typed. */
  function startOver(thing = base) {
    form.reset(valuesOf(thing));
    draft.forget();
    draft.hold(false);
    callForm.setProblem(undefined);
    setMet(null);
    setHidden(undefined);
  }

  /** Shows the other version and stores the one that was shown. */
  function swap() {
    const next = hidden ?? { values: given, isMine: false };
    const shown = structuredClone(form.getValues());
    draft.hold(!next.isMine);
    form.reset(next.values);
    callForm.setProblem(undefined);
    setHidden({ values: shown, isMine: !next.isMine });
  }

  return {
    ...callForm,
    base,
    given,
    hidden,
    swap,
    conflict: met === undefined ? restored : (met ?? undefined),
    isRestored: draft.isRestored,
    startOver: () => startOver(),
  };
}
