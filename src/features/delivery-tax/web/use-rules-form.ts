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
import { getChargeRulesCall, type ManagedRules } from '../managed-contract.ts';
import { ruleFormTexts as texts } from '../texts/delivery-screen.ts';

const rulesKey = ['charge-rules'];

/** What is set about delivery and tax. A form goes on from what the admin saw: another version is told on
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

/** Where in a call something is: `['methods', 0, 'price']`. */
export type FieldPath = readonly (string | number)[];

/** A field of a form, and of rows in one field, which. `root`: what is wrong with a list as a whole. */
export type FieldName = [field: string, nth?: number];

/** One of the two parts of the rules that are saved by themselves, and how it is typed. */
export type RulesPart<Typed> = {
  name: string;
  saved: string;
  type: (rules: ManagedRules) => Typed;
  /** The rules with what is typed, which need not be sound. */
  read: (typed: Typed, rules: ManagedRules) => ManagedRules;
  check: (rules: ManagedRules) => { path: PropertyKey[]; message: string }[];
  save: (api: ApiClient, rules: ManagedRules) => Promise<ManagedRules>;
  fieldOf: (typed: Typed, rules: ManagedRules, path: FieldPath) => FieldName;
};

export type RulesForm<Typed extends FieldValues> = ReturnType<typeof useRulesForm<Typed>>;

/** The form's rules: the shop's for the whole, each told at the field that it is typed into. */
function resolverOf<Typed extends FieldValues>(part: RulesPart<Typed>, rules: ManagedRules) {
  return (typed: Typed) => {
    const errors: FieldErrors<Typed> = {};
    for (const { path, message } of part.check(part.read(typed, rules))) {
      const [field, nth] = part.fieldOf(typed, rules, path as FieldPath);
      // Of several about one field, the first is told.
      if (!get(errors, `${field}.message`))
        set(errors, field, {
          type: 'rule',
          message: nth === undefined ? message : rowsTexts.problem(nth, message),
        });
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: typed, errors: {} };
  };
}

/** The state of a form for a part of the rules, and what saves it. */
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
      // Prices on every page say whether tax or delivery comes on top.
      return revalidate();
    },
    fieldAtFault: (refused, typed) =>
      refused === undefined ? undefined : (part.fieldOf(typed, rules, refused.split('.'))[0] as never),
    onRefused: () => setRefusals((count) => count + 1),
    failed: texts.notSaved,
    check: texts.check,
  });
  const { form, given, hidden } = versioned;
  // Of the form itself: a draft is restored before anything else could listen.
  const typed = form.watch();
  const wanted = part.read(typed, rules);
  return {
    ...versioned,
    rules,
    refusals,
    typed,
    /** The rules as they would be, and whether they could. */
    wanted,
    isSound: part.check(wanted).length === 0,
    isChanged: !isSame(hidden?.isMine ? hidden.values : typed, given),
    /** What is wrong with a field, or with a list as a whole. */
    problemOf: (field: string) => (get(form.formState.errors, field) as FieldError | undefined)?.message,
  };
}
