import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { type ListTexts, listsTexts } from '#texts/lists.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { SelectField, TextField } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { Dropdown } from './dropdown.tsx';
import { toolbarTexts } from './texts.ts';

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

/** A filter of a list: a choice between `options` by value, the first one empty, or else a field, whose text
 * applies once it is left, or on Enter. */
export type ListFilter = {
  name: string;
  label: string;
  options?: Record<string, string>;
  type?: 'date' | 'number' | 'email';
  min?: string;
  max?: string;
  value: string | undefined;
  onChange: (value: string) => void;
};

function FilterField({ options, value = '', onChange, label, ...field }: ListFilter) {
  if (!options) return <TypedField {...field} label={label} value={value} onChange={onChange} />;
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={byValue(options)}
    />
  );
}

function TypedField({ value, onChange, type, min, ...field }: ListFilter & { value: string }) {
  const [typed, setTyped] = useState({ text: value, of: value });
  const text = typed.of === value ? typed.text : value;
  function commit(input: HTMLInputElement) {
    if (input.value !== value && input.validity.valid) onChange(input.value);
  }
  return (
    <TextField
      {...field}
      type={type}
      min={type === 'number' ? 0 : min}
      step={type === 'number' ? 'any' : undefined}
      autoComplete="off"
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, of: value })}
      onBlur={({ target }) => commit(target)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && commit(currentTarget)}
    />
  );
}

const barControl =
  'h-10 rounded-md border border-line-strong bg-surface text-ink hover:border-ink focus-visible:border-ink';

/** A list's toolbar in one row: search, filters, sorting, and its count (`children`); the active filters are
 * below it. `label` says what is searched, for screen readers. */
export function ListControls({
  label,
  hint,
  text,
  onText,
  filters,
  sort,
  onClear,
  children,
}: {
  label: string | undefined;
  hint: string | undefined;
  text: string;
  onText: (text: string) => void;
  filters: readonly ListFilter[];
  sort?: Pick<ListFilter, 'options' | 'value' | 'onChange'> | undefined;
  onClear: () => void;
  children: ReactNode;
}) {
  const opener = useRef<HTMLButtonElement>(null);
  const active = filters.filter(({ value }) => value);
  return (
    <search aria-label={label} className="mb-2 flex flex-wrap items-center gap-2">
      <div className="relative min-w-0 flex-1 sm:max-w-96">
        <input
          type="search"
          aria-label={listsTexts.search}
          placeholder={hint}
          title={hint}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          className={classNames(barControl, 'w-full pr-2 pl-10 text-base text-ellipsis')}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        <Icon name="search" className="pointer-events-none absolute top-2.5 left-3 size-5 text-ink-soft" />
      </div>
      {filters.length > 0 && (
        <Dropdown
          ref={opener}
          label={toolbarTexts.filters}
          className="grid w-72 gap-4 p-4"
          buttonClass={classNames(barControl, 'inline-flex items-center gap-2 px-3 text-sm font-semibold')}
          button={
            <>
              <Icon name="filter" className="size-4" />
              <span className="max-sm:sr-only">{toolbarTexts.filter}</span>
              {active.length > 0 && <span className="tabular-nums">{active.length}</span>}
            </>
          }
        >
          {filters.map((filter) => (
            <FilterField key={filter.name} {...filter} />
          ))}
        </Dropdown>
      )}
      {sort?.options && (
        // On a phone only its icon has room: the select's text is pushed out of its box.
        <div className="relative">
          <select
            aria-label={listsTexts.sortBy}
            value={sort.value ?? ''}
            onChange={({ target }) => sort.onChange(target.value)}
            className={classNames(
              barControl,
              'block appearance-none truncate pl-10 text-sm font-semibold max-sm:w-10 sm:max-w-52 sm:pr-3',
            )}
          >
            {byValue(sort.options).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="sort" className="pointer-events-none absolute top-3 left-3 size-4" />
        </div>
      )}
      {children}
      {active.length > 0 && (
        <ul aria-label={toolbarTexts.activeFilters} className="flex w-full flex-wrap items-center gap-2">
          {active.map((filter) => (
            <li key={filter.name}>
              <button
                type="button"
                aria-label={toolbarTexts.removeFilter(filterWords(filter))}
                onClick={() => {
                  opener.current?.focus();
                  filter.onChange('');
                }}
                className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:border-ink"
              >
                <span className="wrap-anywhere">{filterWords(filter)}</span>
                <Icon name="close" className="size-4 shrink-0" />
              </button>
            </li>
          ))}
          {active.length > 1 && (
            <li>
              <button
                type="button"
                onClick={() => {
                  opener.current?.focus();
                  onClear();
                }}
                className="text-link min-h-8 px-1 text-sm font-semibold"
              >
                {toolbarTexts.clearFilters}
              </button>
            </li>
          )}
        </ul>
      )}
    </search>
  );
}

const filterWords = ({ label, options, value = '' }: ListFilter) =>
  toolbarTexts.activeFilter(label, options?.[value] ?? value);

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
