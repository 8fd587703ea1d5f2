import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { optionId, SUGGESTIONS_ID } from './search-shortcut.ts';

/** Fewer letters find too much. */
const SHORTEST = 2;

/**
 * The search box as a combobox (ARIA Authoring Practices, 'Editable Combobox With List Autocomplete'): what is typed opens
 * a list, the arrow keys go through it, Enter follows, Escape closes. The focus stays in the box.
 */
export function useSuggestions(box: RefObject<HTMLInputElement | null>, isOn: boolean) {
  const navigate = useNavigate();
  const { key: page } = useLocation();
  const [words, setWords] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const [addresses, setAddresses] = useState<string[]>([]);
  const [active, setActive] = useState<number>();
  const isOpen = isOn && isWanted && words.length >= SHORTEST;
  const isShown = isOpen && addresses.length > 0;

  const close = useCallback(() => {
    setIsWanted(false);
    setActive(undefined);
  }, []);
  // Another page, whichever way it was come to.
  useEffect(() => {
    if (page) close();
  }, [page, close]);
  // What is new has nothing chosen in it.
  const onFound = useCallback((next: string[]) => {
    setAddresses(next);
    setActive(undefined);
  }, []);

  /** A tool was what was looked for; a list goes on showing the words. */
  function onChosen(address: string) {
    close();
    if (!box.current) return;
    box.current.blur();
    if (!address.startsWith('/tools?')) box.current.value = '';
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOn || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && addresses.length > 0 && words.length >= SHORTEST) {
      event.preventDefault();
      setIsWanted(true);
      // Before the first and after the last one is the box itself.
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
    /** For the box, where suggestions are on. */
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
      setIsWanted(true);
      setActive(undefined);
    },
  };
}
