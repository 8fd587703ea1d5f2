import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const SETTLE_MS = 250;

/**
 * The words of a search box: `text` is what is typed, at once; `words` is what to look for, once the typing pauses. The
 * words are kept in the page's address as `q`, which is too slow to be typed into directly.
 */
export function useSearchWords() {
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const [text, setText] = useState(q);
  const [words, setWords] = useState(q.trim());

  useEffect(() => {
    const timer = setTimeout(() => setWords(text.trim()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    if (words === q) return;
    setSearch(
      (current) => {
        if (words) current.set('q', words);
        else current.delete('q');
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [words, q, setSearch]);

  return { text, setText, words };
}
