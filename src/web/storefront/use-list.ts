import { useCallback, useRef, useState } from 'react';
import type { ListRows } from '#web/api-client.ts';
import { type FailureText, type FirstRows, failureText } from './first-rows.ts';
import { addRows, refreshRows, type ShownList } from './list-rows.ts';

const NOTHING: ShownList<never> = { rows: [], nextCursor: undefined, total: undefined };

/** What went wrong, and whether it was in fetching what comes next or in fetching the beginning. */
interface Failure {
  text: string;
  part: 'first' | 'next';
}

/**
 * A list that starts with what the loader gave and is fetched on from the browser. A failure keeps what was shown.
 * When the loader gives another first stretch (another search), the list starts over from it.
 *
 * @param failed says that the list could not be loaded
 * @param fetchRows fetches the stretch after `cursor`, or the first one without it
 */
export function useList<Row extends { _id: string }>(
  failed: FailureText,
  first: FirstRows<Row>,
  fetchRows: (cursor?: string) => Promise<ListRows<Row>>,
) {
  const [source, setSource] = useState(first);
  const [shown, setShown] = useState<ShownList<Row>>(first.list ?? NOTHING);
  const [failure, setFailure] = useState(firstFailure(first));
  const [loading, setLoading] = useState(false);
  const latest = useRef({ first, fetchRows });
  latest.current = { first, fetchRows };
  /** The list that something is being fetched for. */
  const busyFor = useRef<FirstRows<Row>>(undefined);

  if (source !== first) {
    setSource(first);
    setFailure(firstFailure(first));
    if (first.list) setShown(first.list);
  }

  const run = useCallback(
    async (part: Failure['part'], cursor: string | undefined) => {
      const asked = latest.current;
      if (busyFor.current === asked.first) return;
      busyFor.current = asked.first;
      setLoading(true);
      const isCurrent = () => latest.current.first === asked.first;
      try {
        const rows = await asked.fetchRows(cursor);
        if (!isCurrent()) return;
        setShown((before) => (part === 'next' ? addRows(before, rows) : refreshRows(before, rows)));
        setFailure(undefined);
      } catch (error) {
        if (isCurrent()) setFailure({ part, text: failureText(failed, error) });
      } finally {
        if (busyFor.current === asked.first) {
          busyFor.current = undefined;
          setLoading(false);
        }
      }
    },
    [failed],
  );

  const { nextCursor } = shown;
  const loadMore = useCallback(() => void run('next', nextCursor), [run, nextCursor]);
  const refresh = useCallback(() => void run('first', undefined), [run]);
  return {
    shown,
    loading,
    /** Why the beginning could not be fetched, or fetched again. */
    firstFailure: failure?.part === 'first' ? failure.text : undefined,
    /** Why the list did not go on. */
    nextFailure: failure?.part === 'next' ? failure.text : undefined,
    loadMore,
    refresh,
  };
}

function firstFailure(first: FirstRows<unknown>): Failure | undefined {
  return first.failure === undefined ? undefined : { part: 'first', text: first.failure };
}
