import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { type ListTexts, listsTexts } from '#texts/lists.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { SelectField, TextField } from '../field.tsx';
import { Icon } from '../icon.tsx';

/** Options for a list's changes to its own address. The state distinguishes them from a pressed link, even to
 * the same address. */
const choosing = { replace: true, preventScrollReset: true, state: 'chosen' };

/** Returns a value stored in the page's address under `name`, unless empty, and its setter. */
export function useAddressValue(name: string): [value: string, write: (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const write = (value: string) =>
    setSearch((current) => {
      if (value) current.set(name, value);
      else current.delete(name);
      return current;
    }, choosing);
  return [search.get(name) ?? '', write];
}

/** Returns a choice stored in the page's address under `name`, one of `values` or else undefined, and its
 * setter. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | undefined, (value: string) => void] {
  const [chosen, choose] = useAddressValue(name);
  return [values.find((value) => value === chosen), choose];
}

/** Returns two days stored in the page's address, which select a range including both. */
export function useAddressDays() {
  const [from, setFrom] = useAddressValue('from');
  const [to, setTo] = useAddressValue('to');
  return { from, to, setFrom, setTo };
}

/** The fields for the two days in the address. */
export const DayFields = ({ from, to, setFrom, setTo }: ReturnType<typeof useAddressDays>) => (
  <div className="col-span-2 grid grid-cols-2 gap-4">
    <TextField
      label={listsTexts.from}
      type="date"
      value={from}
      max={to}
      onChange={({ target }) => setFrom(target.value)}
    />
    <TextField
      label={listsTexts.to}
      type="date"
      value={to}
      min={from}
      onChange={({ target }) => setTo(target.value)}
    />
  </div>
);

/** Returns a function that removes these names from the page's address at once: of two separate writes one
 * would be lost. */
export function useClearAddress(): (names: readonly string[]) => void {
  const [, setSearch] = useSearchParams();
  return (names) =>
    setSearch((current) => {
      for (const name of names) current.delete(name);
      return current;
    }, choosing);
}

const SETTLE_MS = 250;

/** Returns a search's state: `text` as typed; `words` after a pause, from the address (`q`), which is too
 * slow to type into. */
export function useSearchWords() {
  const [q, writeWords] = useAddressValue('q');
  const [text, setText] = useState(q);
  const written = useRef(q);
  const settle = useEffectEvent((words: string) => {
    written.current = words;
    writeWords(words);
  });
  const isLeaving = useNavigation().state !== 'idle';
  const pushed = usePushedKey();

  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

  // A pressed link supersedes what was typed just before: writing it now would undo the navigation.
  const drop = useEffectEvent((_pushed: string) => {
    written.current = q;
    setText(q);
  });
  useEffect(() => drop(pushed), [pushed]);

  useEffect(() => {
    const words = text.trim();
    if (isLeaving || words === written.current) return;
    const timer = setTimeout(() => settle(words), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, isLeaving]);

  return { text, setText, words: q.trim() };
}

/** A key that changes with each pressed link, but not when a page writes to its own address. */
function usePushedKey(): string {
  const { key, state } = useLocation();
  const [pushed, setPushed] = useState(key);
  if (state !== choosing.state && pushed !== key) setPushed(key);
  return pushed;
}

/** A select beside the search: its options by value, the first one for the empty value. */
export type ListChoice = {
  label: string;
  options: Record<string, string>;
  value: string | undefined;
  onChange: (value: string) => void;
};

/** A field that filters a list. Its text applies once the field is left, or on Enter. */
export type ListField = {
  name: string;
  label: string;
  type: 'date' | 'number' | 'email' | 'choice';
  /** The options by code, for a choice. */
  options?: Record<string, string>;
  value: string;
  onChange: (value: string) => void;
};

function NarrowingField({ options, ...field }: ListField) {
  if (!options) return <TypedField {...field} />;
  const { label, value, onChange } = field;
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={Object.entries(options)}
    />
  );
}

function TypedField({ label, type, value, onChange }: ListField) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  function commit(field: HTMLInputElement) {
    if (field.value !== value && field.validity.valid) onChange(field.value);
  }
  return (
    <TextField
      label={label}
      type={type}
      min={type === 'number' ? 0 : undefined}
      step={type === 'number' ? 'any' : undefined}
      autoComplete="off"
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, of: value })}
      onBlur={({ target }) => commit(target)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && commit(currentTarget)}
    />
  );
}

/** Fields beside the search, collapsed until opened or in use. */
export function NarrowingFields({ label, fields }: { label: string; fields: readonly ListField[] }) {
  return (
    <details open={fields.some(({ value }) => value !== '') || undefined} className="group mb-3">
      <summary className="inline-flex min-h-8 cursor-pointer items-center gap-1 text-sm font-semibold">
        {label}
        <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
      </summary>
      <div className="mt-2 mb-6 grid grid-cols-2 gap-4 lg:grid-cols-5">
        {fields.map((field) => (
          <NarrowingField key={field.name} {...field} />
        ))}
      </div>
    </details>
  );
}

/** A list's search box, filters and sorting. `label` says what is searched, for screen readers. */
export function ListControls({
  label,
  hint,
  text,
  onText,
  choices,
  isDense = false,
  children,
}: {
  label: string | undefined;
  hint: string | undefined;
  /** The hint is then the placeholder. */
  isDense?: boolean | undefined;
  text: string;
  onText: (text: string) => void;
  choices: ListChoice[];
  /** Further fields, beside the choices. */
  children?: ReactNode;
}) {
  return (
    <search
      aria-label={label}
      className={classNames('grid grid-cols-2 gap-4 lg:grid-cols-4', isDense ? 'mb-3' : 'mb-6')}
    >
      <TextField
        label={listsTexts.search}
        type="search"
        hint={isDense ? undefined : hint}
        placeholder={isDense ? hint : undefined}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className="col-span-2"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {choices.map((choice) => (
        <SelectField
          key={choice.label}
          label={choice.label}
          value={choice.value ?? ''}
          onChange={(event) => choice.onChange(event.target.value)}
          options={byValue(choice.options)}
        />
      ))}
      {children}
    </search>
  );
}

/** Options with the empty value first: an object would order numeric keys before it. */
const byValue = (options: Record<string, string>) =>
  Object.entries(options).toSorted(([one], [other]) => Number(other === '') - Number(one === ''));

/** Shown if no row matches; `words` is what was searched. */
export function NothingFound({
  texts,
  words,
  onClear,
}: {
  texts: ListTexts;
  words: string;
  onClear: () => void;
}) {
  return (
    <EmptyState title={words ? texts.noneMatches(words) : texts.noneChosen}>
      <Button variant="secondary" onClick={onClear}>
        {texts.showAll}
      </Button>
    </EmptyState>
  );
}
