import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../button.tsx';
import { errorMessage } from '../client/api-client.ts';
import { saveFile } from '../client/save-file.ts';
import { notify } from '../toast.tsx';
import { useAction } from '../use-action.ts';
import { exportTexts as texts } from './export-texts.ts';

/** Longer downloads show their progress and can be cancelled. */
const LONG_MS = 1000;

/** Saves a list as a file: `load` fetches it for the filters in the page's address; its `signal` cancels
 * it. */
export function ExportButton({
  load,
  label = texts.csv,
  size,
}: {
  load: (filters: Record<string, string>, signal: AbortSignal) => Promise<Response>;
  label?: string;
  size?: 'sm';
}) {
  const [filters] = useSearchParams();
  const [bytes, setBytes] = useState(0);
  const attempt = useRef<AbortController>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useAction({
    call: async () => {
      setBytes(0);
      attempt.current = new AbortController();
      await saveFile(await load(Object.fromEntries(filters), attempt.current.signal), setBytes);
    },
    onRefused: (error) => {
      if (!attempt.current?.signal.aborted) notify.error(errorMessage(error));
    },
  });
  const isLong = useIsLong(isPending);
  useEffect(() => () => attempt.current?.abort(), []);
  return (
    <>
      <Button ref={button} variant="secondary" size={size} busy={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      {isLong && (
        <span className="inline-flex items-center gap-2">
          <span className="text-sm text-ink-soft tabular-nums">{texts.soFar(bytes)}</span>
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              button.current?.focus();
              attempt.current?.abort();
            }}
          >
            {texts.cancel}
          </Button>
        </span>
      )}
    </>
  );
}

/** Whether something has been under way for longer than `LONG_MS`. */
function useIsLong(isUnderWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setIsLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isUnderWay]);
  return isLong;
}
