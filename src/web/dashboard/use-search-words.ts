import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const SETTLE_MS = 250;

/**
 * The words of a search box: `text` is what is typed, at once; `words` is what to look for, once the typing pauses. The
 * words are kept in the page's address as `q`, which is too slow to be typed into directly; where another address is
 * come to, its words are taken over.
 */
export function useSearchWords() {
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const [text, setText] = useState(q);
  const written = useRef(q);

  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    setText(q);
  }, [q]);

  useEffect(() => {
    const words = text.trim();
    if (words === written.current) return;
    const timer = setTimeout(() => {
      written.current = words;
      setSearch(
        (current) => {
          if (words) current.set('q', words);
          else current.delete('q');
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text, setSearch]);

  return { text, setText, words: q.trim() };
}
