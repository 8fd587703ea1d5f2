import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { listManagedToolsCall } from '#features/catalogue/managed-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { classNames } from '#ui/class-names.ts';
import { type ApiClient, errorMessage } from '#ui/client/api-client.ts';
import { TextField } from '#ui/field.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { receiveStockTexts as texts } from '../texts.ts';

/** How long typing must pause. */
const PAUSE_MS = 150;
const MOST = 6;

/** Query options for the tools that words find, as in the admin's list. */
const lookUp = (api: ApiClient, words: string) => ({
  queryKey: ['tool-lookup', words],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { q: words, limit: MOST, sort: 'match' as const };
    const { rows } = await api.list(listManagedToolsCall, { query, signal });
    return { words, tools: rows };
  },
  staleTime: 10_000,
});

type ToolLookupProps = {
  id: string;
  label: string;
  /** What screen readers call the field, which has the same label as others. */
  name: string;
  words: string;
  tool: Tool | undefined;
  error: string | undefined;
  className: string | undefined;
  onWords: (words: string) => void;
  onTool: (tool: Tool) => void;
  onError: (error: string) => void;
  /** Called on Enter in an empty field. */
  onEmptyEnter: () => void;
};

/** Looks up a tool by typed or scanned text: a combobox (ARIA Authoring Practices) whose first suggestion
 * Enter selects. */
export function ToolLookup(props: ToolLookupProps) {
  const { id, label, name, words, tool, error, className, onWords } = props;
  const { tools, isShown, active, close, onTyped, onKeyDown, take } = useLookup(props);
  const listId = `${id}-list`;
  return (
    <div className={classNames('relative', className)}>
      <TextField
        id={id}
        label={label}
        aria-label={name}
        error={error}
        hint={
          tool && (
            <Link to={`/dashboard/managetool/${tool._id}/stock`} className="underline underline-offset-4">
              {texts.available(formatCount(tool.available_quantity))}
            </Link>
          )
        }
        maxLength={200}
        autoComplete="off"
        enterKeyHint="next"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
        value={words}
        onChange={({ target }) => {
          onWords(target.value);
          onTyped(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <p role="status" className="sr-only">
        {isShown && texts.suggested(tools.length)}
      </p>
      {isShown && (
        // The box keeps the focus, as with the arrow keys.
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={texts.suggestions}
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-md border border-line bg-surface raised"
        >
          {tools.map((each, index) => (
            <button
              key={each._id}
              type="button"
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => take(each)}
              className="flex min-h-11 w-full items-center gap-3 px-3 py-1.5 text-left hover:bg-sunken aria-selected:bg-accent-wash aria-selected:text-accent"
            >
              <ToolPicture of={each} sizes="64px" className="w-14 shrink-0 rounded-md border border-line" />
              <span className="line-clamp-2 min-w-0 flex-1 font-medium">
                <SavedText text={each.name} />
                {each.part_number && (
                  <span className="block text-sm font-normal text-ink-soft">{each.part_number}</span>
                )}
              </span>
              <span className="text-sm tabular-nums">{formatCount(each.available_quantity)}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Suggestions for the words, and key handling. */
function useLookup({ words, tool, onTool, onError, onEmptyEnter }: ToolLookupProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = words.trim();
  const asked = useSettled(isOpen ? typed : '');
  const { data } = useQuery({
    ...lookUp(api, asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const tools = isOpen && typed !== '' && !tool && data ? data.tools : [];
  const isShown = tools.length > 0;

  function take(next: Tool) {
    setOpen(false);
    setActive(0);
    onTool(next);
  }

  /** Scanners send Enter before suggestions load, so the text is looked up immediately. */
  async function find() {
    try {
      const found = await queries.query(lookUp(api, typed));
      const is = (text: string | null) => text?.toLowerCase() === typed.toLowerCase();
      const numbered = found.tools.filter(({ part_number }) => is(part_number));
      const named = found.tools.filter(({ name }) => is(name));
      const [first, another] = [numbered, named, found.tools].find(({ length }) => length > 0) ?? [];
      if (first && !another) return take(first);
      setOpen(true);
      onError(first ? texts.severalTools : texts.noTool(typed));
    } catch (cause) {
      onError(errorMessage(cause));
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isShown) {
      event.preventDefault();
      setActive((active + step + tools.length) % tools.length);
    }
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      setOpen(false);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const suggested = isShown && data?.words === typed ? tools[active] : undefined;
    const chosen = tool ?? suggested;
    if (chosen) take(chosen);
    else if (typed === '') onEmptyEnter();
    else void find();
  }

  return {
    tools,
    isShown,
    active,
    take,
    close: () => setOpen(false),
    onKeyDown,
    onTyped(next: string) {
      setOpen(next.trim() !== '');
      setActive(0);
    },
  };
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
