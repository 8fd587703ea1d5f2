import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { type ApiClient, ApiError, errorMessage } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { notify } from '#ui/toast.tsx';
import { getChargeRulesCall, type ManagedRules } from '../managed-contract.ts';
import { ruleFormTexts as texts } from '../texts/delivery-screen.ts';
import type { FieldPath } from './typed-numbers.ts';

const rulesKey = ['charge-rules'];

/** What is set about delivery and tax. What a form began with stays what the admin saw: another version is told on saving. */
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

/** A field of a form by its name, and of rows in one field, which. */
type FieldName = [field: string, nth?: number];

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

export type RulesForm<Typed> = ReturnType<typeof useRulesForm<Typed>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The state of a form for a part of the rules, and what saves it. What is typed survives refusals, conflicts and reloads. */
export function useRulesForm<Typed>(part: RulesPart<Typed>, loaded: ManagedRules) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const [kept] = useState(() => readKept<Typed>(part.name, email));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [rules, setRules] = useState(loaded);
  const [base, setBase] = useState(kept?.base ?? { version: loaded.version, typed: part.type(loaded) });
  const [typed, setTyped] = useState(kept?.typed ?? base.typed);
  /** In a conflict, the version that is not shown, and whose that is. */
  const [other, setOther] = useState<{ typed: Typed; isMine: boolean }>();
  const { problems, refusals, refuse, clear } = useProblems();
  const [problem, setProblem] = useState<string>();

  const mine = other?.isMine ? other.typed : typed;
  const isChanged = !isSame(mine, base.typed);
  useEffect(() => {
    keepDraft(part.name, email, isChanged ? { typed: JSON.stringify(mine), base: JSON.stringify(base) } : {});
  }, [part.name, email, isChanged, mine, base]);

  /** Sends what is typed; where others have changed the other part only meanwhile, again under the version that has made. */
  async function send(version: number): Promise<ManagedRules | undefined> {
    try {
      return await part.save(api, { ...part.read(typed, rules), version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
      const now = await api.call(getChargeRulesCall, {});
      const theirs = part.type(now);
      setRules(now);
      setBase({ version: now.version, typed: theirs });
      if (isSame(theirs, base.typed)) return send(now.version);
      setOther({ typed: theirs, isMine: false });
      return undefined;
    }
  }

  function show(saved: ManagedRules) {
    queries.setQueryData(rulesKey, saved);
    setRules(saved);
    setBase({ version: saved.version, typed: part.type(saved) });
    setTyped(part.type(saved));
    setOther(undefined);
    setRestored(false);
  }

  const saving = useMutation({
    mutationFn: () => send(base.version),
    onSuccess: async (saved) => {
      if (!saved) return;
      show(saved);
      notify.success(part.saved);
      // Prices on every page say whether tax or delivery comes on top.
      await revalidate();
    },
    onError: (error) => {
      notify.error(texts.notSaved);
      const path = error instanceof ApiError ? error.field?.split('.') : undefined;
      if (path) refuse([[part.fieldOf(typed, rules, path), errorMessage(error)]]);
      setProblem(path ? texts.check : errorMessage(error));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (saving.isPending) return;
    const issues = part.check(part.read(typed, rules));
    const found = issues.map(({ path, message }): [FieldName, string] => [
      part.fieldOf(typed, rules, path as FieldPath),
      message,
    ]);
    refuse(found);
    setProblem(found.length > 0 ? texts.check : undefined);
    if (found.length === 0) saving.mutate();
  }

  return {
    rules,
    typed,
    /** The rules as they would be, and whether they could. */
    wanted: part.read(typed, rules),
    isSound: () => part.check(part.read(typed, rules)).length === 0,
    /** Takes what was typed into a field. */
    edit(change: Partial<Typed>, field: string) {
      setTyped((before) => ({ ...before, ...change }));
      clear(field);
    },
    problems,
    refusals,
    problem,
    isSaving: saving.isPending,
    isChanged,
    isRestored,
    discard: () => {
      setTyped(base.typed);
      setOther(undefined);
      setRestored(false);
      refuse([]);
      setProblem(undefined);
    },
    conflict: other,
    /** Shows the other version, and keeps the one that was shown. */
    swap() {
      if (!other) return;
      setOther({ typed, isMine: !other.isMine });
      setTyped(other.typed);
      refuse([]);
      setProblem(undefined);
    },
    submit,
  };
}

/** What is wrong with which field, and how often something was refused. */
function useProblems() {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [refusals, setRefusals] = useState(0);
  return {
    problems,
    refusals,
    refuse(found: [FieldName, string][]) {
      const told = found.map(([[field, nth], message]): [string, string] => [
        field,
        nth === undefined ? message : texts.rows.nth(nth, message),
      ]);
      // Of several about one field, the first is told.
      setProblems(Object.fromEntries(told.toReversed()));
      if (found.length > 0) setRefusals((count) => count + 1);
    },
    clear(field: string) {
      setProblems(({ [field]: _, ...others }) => others);
    },
  };
}

type Kept<Typed> = { typed: Typed; base: { version: number; typed: Typed } };

/** What was typed and not saved, with the version that it began with: saved over another one, it is a conflict. */
function readKept<Typed>(name: string, email: string): Kept<Typed> | undefined {
  const { typed, base } = readDraft(name, email) ?? {};
  if (typeof typed !== 'string' || typeof base !== 'string') return undefined;
  return { typed: JSON.parse(typed), base: JSON.parse(base) };
}
