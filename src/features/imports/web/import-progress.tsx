import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { getImportCall, type ImportReport } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { ImportActions } from './import-actions.tsx';
import { ImportChanges } from './import-changes.tsx';
import { ImportPictures } from './import-pictures.tsx';
import { ImportProblems, LeftTools } from './import-problems.tsx';
import { importsKey, nameOf, StateBadge } from './past-imports.tsx';
import { ProgressBar } from './progress-bar.tsx';

const LOOK_MS = 500;

const isWorking = (state: ImportReport['state']) =>
  state === 'reading' || state === 'applying' || state === 'undoing';

/** Returns the polling interval; longer while only pictures are awaited. */
function pauseOf({ state, pictures }: ImportReport): number | false {
  if (isWorking(state)) return LOOK_MS;
  return state === 'applied' && pictures.waiting > 0 && 4 * LOOK_MS;
}

/** One import: its state, actions, errors and changes. `onChange` returns to its file, if that is still
 * available. */
export function ImportProgress({ id, onChange }: { id: string; onChange: (() => void) | undefined }) {
  const report = useReport(id);
  const { data } = report;
  return (
    <>
      <PageHead
        title={data ? nameOf(data) : texts.title}
        lead={data && <StateBadge of={data} />}
        link={{ to: '/dashboard/import', words: texts.all }}
      />
      {data ? (
        <Report report={data} onChange={onChange} />
      ) : (
        <Waiting failure={report.isError && <QueryError of={report} />} />
      )}
    </>
  );
}

const Waiting = ({ failure }: { failure: ReactNode }) => failure || <Skeleton className="h-64 w-full" />;

/** Polls an import while a job works on it; reloads the tools when that ends. */
function useReport(id: string) {
  const queries = useQueryClient();
  const report = useCall([...importsKey, id], getImportCall, {
    params: { id },
    refetchInterval: ({ state: { data } }) => (data ? pauseOf(data) : false),
  });
  const state = report.data?.state;
  const fetched = report.data?.pictures.fetched;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture that is fetched changes tools.
  useEffect(() => {
    if (state === 'applied' || state === 'undone') void queries.invalidateQueries({ queryKey: ['tools'] });
  }, [queries, state, fetched]);
  return report;
}

/** Returns how the file was read, in words. */
function wordsOfForm({ encoding, delimiter, decimal }: ImportReport): string | undefined {
  if (!encoding || !delimiter) return undefined;
  const words = texts.readAs(encoding.toUpperCase(), texts.delimiters[delimiter] ?? delimiter);
  return decimal ? `${words} ${texts.numbersReadAs(texts.decimals[decimal])}` : words;
}

function Report({ report, onChange }: { report: ImportReport; onChange: (() => void) | undefined }) {
  const { state, rows, done, changes, ignored } = report;
  if (state === 'reading')
    return (
      <ProgressBar label={texts.states.reading}>
        <span role="status">{texts.reading(rows)}</span>
      </ProgressBar>
    );
  const isUnderWay = state === 'applying' || state === 'undoing';
  return (
    <div className="space-y-10">
      {isUnderWay ? (
        <ProgressBar label={texts.states[state]} value={done} max={changes}>
          {texts.working[state](done, changes)}
        </ProgressBar>
      ) : (
        <ImportActions report={report} />
      )}
      {onChange && (state === 'checked' || state === 'failed') && (
        <Button variant="secondary" onClick={onChange}>
          {texts.goBack}
        </Button>
      )}
      <ImportPictures report={report} />
      <LeftTools report={report} />
      <ImportProblems report={report} />
      {changes > 0 && <ImportChanges report={report} />}
      <p className="text-sm text-ink-soft wrap-anywhere">
        {wordsOfForm(report)}
        {ignored.length > 0 && <span className="block">{texts.passedOver(ignored.join(', '))}</span>}
      </p>
    </div>
  );
}
