import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Resolver,
  set,
} from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { rowsTexts } from '#ui/dashboard/texts.ts';
import { isSame } from '#ui/dashboard/use-draft.ts';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { notify } from '#ui/toast.tsx';
import { getChargeRulesCall, type ManagedRules, type WantedRules } from '../managed-contract.ts';
import { ruleFormTexts as texts } from '../texts/delivery-screen.ts';

const rulesKey = ['charge-rules'];

/** Loads the rules of delivery and tax. A form keeps what the admin saw; a newer version is reported on
 * saving. */
export function useRules() {
  const { api } = useSession();
  return useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => api.call(getChargeRulesCall, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A path in a call's body: `['methods', 0, 'price']`. */
export type FieldPath = readonly (string | number)[];

/** A form field, and for rows within a field, which row. `root`: the error of a list as a whole. */
export type FieldName = [field: string, nth?: number];

/** One of the two separately saved parts of the rules, and its form. */
export type RulesPart<Typed> = {
  name: string;
  saved: string;
  type: (rules: ManagedRules) => Typed;
  /** Returns the rules with the typed values, which may be invalid. */
  read: (typed: Typed, rules: ManagedRules) => WantedRules;
  check: (rules: WantedRules) => { path: PropertyKey[]; message: string }[];
  save: (api: ApiClient, rules: WantedRules) => Promise<ManagedRules>;
  fieldOf: (typed: Typed, rules: ManagedRules, path: FieldPath) => FieldName;
};

export type RulesForm<Typed extends FieldValues> = ReturnType<typeof useRulesForm<Typed>>;

/** Returns the form's resolver: applies the server's rules to the whole, and shows each error at its
 * field. */
function resolverOf<Typed extends FieldValues>(part: RulesPart<Typed>, rules: ManagedRules) {
  return (typed: Typed) => {
    const errors: FieldErrors<Typed> = {};
    for (const { path, message } of part.check(part.read(typed, rules))) {
      const [field, nth] = part.fieldOf(typed, rules, path as FieldPath);
      // Of several problems of a field, the first is shown.
      if (!get(errors, `${field}.message`))
        set(errors, field, {
          type: 'rule',
          message: nth === undefined ? message : rowsTexts.problem(nth, message),
        });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
  };
}

/** The state of a form for a part of the rules, with the call that saves it. */
export function useRulesForm<Typed extends FieldValues>(part: RulesPart<Typed>, loaded: ManagedRules) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [rules, setRules] = useState(loaded);
  const [refusals, setRefusals] = useState(0);
  const versioned = useVersionedForm<ManagedRules, Typed>({
    resolver: resolverOf(part, rules) as Resolver<Typed, unknown, Typed>,
    loaded,
    valuesOf: part.type,
    draft: { name: part.name, owner: email },
    async load() {
      const now = await api.call(getChargeRulesCall, {});
      setRules(now);
      return now;
    },
    send: (typed, seen) => part.save(api, { ...part.read(typed, rules), version: seen.version }),
    onSaved(saved) {
      queries.setQueryData(rulesKey, saved);
      setRules(saved);
      notify.success(part.saved);
      // The prices on every page say whether tax or delivery is added.
      return revalidate();
    },
    fieldAtFault: (refused, typed) =>
      refused === undefined ? undefined : (part.fieldOf(typed, rules, refused.split('.'))[0] as never),
    onRefused: () => setRefusals((count) => count + 1),
    failed: texts.notSaved,
    check: texts.check,
  });
  const { form, given, hidden } = versioned;
  // Watched here: the form restores a draft before any other subscriber exists.
  const typed = form.watch();
  const wanted = part.read(typed, rules);
  return {
    ...versioned,
    rules,
    refusals,
    typed,
    /** The rules as typed, and whether they are valid. */
    wanted,
    isSound: part.check(wanted).length === 0,
    isChanged: !isSame(hidden?.isMine ? hidden.values : typed, given),
    /** Returns the error of a field, or of a list as a whole. */
    problemOf: (field: string) => (get(form.formState.errors, field) as FieldError | undefined)?.message,
  };
}
