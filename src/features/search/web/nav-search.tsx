import {
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { layoutTexts } from '#ui/texts.ts';
import { LIST_FORM_ID, optionId, SEARCH_BOX_ID, SEARCH_KEYS, SUGGESTIONS_ID } from './search-shortcut.ts';

// Not needed before typing starts, and the search box works without it.
const Suggestions = lazy(() => import('./suggestions.tsx').catch(() => ({ default: () => null })));

const texts = layoutTexts.search;
const HINT_ID = `${SEARCH_BOX_ID}-hint`;

/** The search box of every page: suggests tools, and leads to their list. On the list's page the box belongs
 * to the list's own form (`form`), with or without scripts, so that the chosen filters are preserved. */
export function NavSearch() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const isOnList = pathname === '/tools';
  const query = new URLSearchParams(isOnList ? search : '');
  const words = query.get('q')?.trim() ?? '';
  const suggestions = useSuggestions(box, !isOnList);
  const form = isOnList ? LIST_FORM_ID : undefined;
  query.delete('q');

  // The query belongs to the list, so leaving the list clears it.
  const wasOnList = useRef(isOnList);
  useEffect(() => {
    if (wasOnList.current && !isOnList && box.current) box.current.value = '';
    wasOnList.current = isOnList;
  }, [isOnList]);

  function submit(event: FormEvent) {
    event.preventDefault();
    suggestions.close();
    box.current?.blur();
    const typed = box.current?.value.trim();
    void navigate(typed ? `/tools?${new URLSearchParams({ q: typed })}` : '/tools');
  }

  return (
    <search className="site-search group">
      <form
        action="/tools"
        onSubmit={submit}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) suggestions.close();
        }}
        className="relative"
      >
        <input
          ref={box}
          id={SEARCH_BOX_ID}
          form={form}
          type="search"
          name="q"
          defaultValue={words}
          maxLength={200}
          placeholder={texts.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={texts.name}
          aria-keyshortcuts={SEARCH_KEYS}
          aria-describedby={words ? undefined : HINT_ID}
          {...suggestions.boxProps}
          onInput={({ currentTarget }) => suggestions.onTyped(currentTarget.value)}
          onKeyDown={(event) => {
            suggestions.onKeyDown(event);
            if (!event.defaultPrevented) leaveByEscape(event);
          }}
          className="search-field block h-11 w-full scroll-mt-24 rounded-md border border-line-strong bg-surface pr-20 pl-3 text-base text-ellipsis text-ink hover:border-ink"
        />
        {words ? (
          <Link
            to={query.size > 0 ? `/tools?${query}` : '/tools'}
            aria-label={texts.clear}
            onClick={() => box.current?.focus()}
            className="absolute inset-y-0 right-11 inline-flex w-8 items-center justify-center rounded-md text-ink-soft hover:text-ink"
          >
            <Icon name="close" className="size-4" />
          </Link>
        ) : (
          <kbd
            id={HINT_ID}
            className="label-caps pointer-events-none absolute top-2.5 right-12 hidden rounded-md border border-line bg-sunken px-1.5 py-0.5 font-sans text-ink-soft group-focus-within:hidden xl:keyboard:block"
          >
            {texts.shortcut}
          </kbd>
        )}
        <button
          type="submit"
          form={form}
          aria-label={texts.submit}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-md text-ink-soft hover:text-accent"
        >
          <Icon name="search" />
        </button>
        {suggestions.isUsed && (
          <Suspense>
            <Suggestions {...suggestions.listProps} />
          </Suspense>
        )}
      </form>
    </search>
  );
}

/** Escape clears the box, which searches again; in an empty box, it leaves the box. */
function leaveByEscape(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  const box = event.currentTarget;
  if (!box.value) return box.blur();
  box.value = '';
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Fewer letters find too much. */
const SHORTEST = 2;

/** The box as a combobox (ARIA Authoring Practices, 'Editable Combobox With List Autocomplete'). The box
 * retains the focus. */
function useSuggestions(boxRef: RefObject<HTMLInputElement | null>, isOn: boolean) {
  const navigate = useNavigate();
  const { key: page } = useLocation();
  const [words, setWords] = useState('');
  /** The page on which suggestions were requested: after navigating to another page, none are open. */
  const [wantedOn, setWantedOn] = useState<string>();
  const [addresses, setAddresses] = useState<string[]>([]);
  const [active, setActive] = useState<number>();
  const isOpen = isOn && wantedOn === page && words.length >= SHORTEST;
  const isShown = isOpen && addresses.length > 0;

  function close() {
    setWantedOn(undefined);
    setActive(undefined);
  }

  // New suggestions have none selected.
  const onFound = useCallback((next: string[]) => {
    setAddresses(next);
    setActive(undefined);
  }, []);

  /** Choosing a tool ends the search; a list continues to show the search text. */
  function onChosen(address: string) {
    close();
    const box = boxRef.current;
    box?.blur();
    if (box && !address.startsWith('/tools?')) box.value = '';
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOn || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && addresses.length > 0 && words.length >= SHORTEST) {
      event.preventDefault();
      setWantedOn(page);
      // The position before the first and after the last option is the box itself.
      const places = addresses.length + 1;
      const next = ((isShown ? (active ?? -1) : -1) + 1 + step + places) % places;
      setActive(next === 0 ? undefined : next - 1);
    }
    const chosen = isShown && active !== undefined ? addresses[active] : undefined;
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onChosen(chosen);
      void navigate(chosen);
    }
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  }

  return {
    isUsed: isOn && words.length >= SHORTEST,
    /** Props for the box, if suggestions are on. */
    boxProps: isOn
      ? {
          role: 'combobox',
          'aria-autocomplete': 'list' as const,
          'aria-expanded': isShown,
          'aria-controls': SUGGESTIONS_ID,
          'aria-activedescendant': isShown && active !== undefined ? optionId(active) : undefined,
        }
      : {},
    listProps: { words, isOpen, active, onFound, onChosen },
    close,
    onKeyDown,
    onTyped(typed: string) {
      setWords(typed.trim());
      setWantedOn(page);
      setActive(undefined);
    },
  };
}
