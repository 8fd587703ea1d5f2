import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { optionId, SUGGESTIONS_ID } from './search-shortcut.ts';

/** Fewer letters find too much. */
const SHORTEST = 2;

/** The box as a combobox (ARIA Authoring Practices, 'Editable Combobox With List
 * Autocomplete'). It keeps the focus. */
export function useSuggestions(boxRef: RefObject<HTMLInputElement | null>, isOn: boolean) {
  const navigate = useNavigate();
  const { key: page } = useLocation();
  const [words, setWords] = useState('');
  /** The page on which a list was asked for: on another, whichever way it was come to, none is open. */
  const [wantedOn, setWantedOn] = useState<string>();
  const [addresses, setAddresses] = useState<string[]>([]);
  const [active, setActive] = useState<number>();
  const isOpen = isOn && wantedOn === page && words.length >= SHORTEST;
  const isShown = isOpen && addresses.length > 0;

  function close() {
    setWantedOn(undefined);
    setActive(undefined);
  }

  // What is new has nothing chosen in it.
  const onFound = useCallback((next: string[]) => {
    setAddresses(next);
    setActive(undefined);
  }, []);

  /** A tool was what was looked for; a list goes on showing the words. */
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
      setWantedOn(page);
      setActive(undefined);
    },
  };
}
