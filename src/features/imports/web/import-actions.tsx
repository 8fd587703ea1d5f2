import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { type Times, useTimes } from '#ui/moments.ts';
import { useAction } from '#ui/use-action.ts';
import { applyImportCall, type ImportReport, UNDO_DAYS, undoImportCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importsKey } from './past-imports.tsx';

const DAY_MS = 86_400_000;

/** The state of an import in words, with the buttons for the next steps. */
export function ImportActions({ report }: { report: ImportReport }) {
  const times = useTimes();
  return (
    <div className="space-y-4">
      <p role="status" className="max-w-prose tabular-nums">
        {wordsOf(report, times)}
      </p>
      {report.state === 'checked' && report.changes > 0 && <ApplyButton report={report} />}
      {report.state === 'applied' && <UndoButton report={report} />}
    </div>
  );
}

function wordsOf(
  { state, changes, added, drafts, wrong, errors, appliedAt, undoneAt }: ImportReport,
  times: Times,
): string {
  if (state === 'failed') return errors.length > 0 || wrong > 0 ? texts.failed : texts.forgotten;
  if (state === 'applied' && appliedAt) {
    const until = times.moment(lastMoment(appliedAt).toISOString());
    return [texts.applied(times.moment(appliedAt)), isUndoable(appliedAt) && texts.until(until)]
      .filter(Boolean)
      .join(' ');
  }
  if (state === 'undone' && undoneAt) return texts.undone(times.moment(undoneAt));
  if (changes > 0)
    return [texts.ready(changes, added), drafts > 0 && texts.drafts(drafts)].filter(Boolean).join(' ');
  return wrong > 0 ? texts.nothingRight : texts.nothing;
}

const lastMoment = (appliedAt: string) => new Date(new Date(appliedAt).getTime() + UNDO_DAYS * DAY_MS);
const isUndoable = (appliedAt: string) => lastMoment(appliedAt) > new Date();

function ApplyButton({ report: { _id: id, changes, wrong } }: { report: ImportReport }) {
  const { api } = useSession();
  const apply = useMove(() =>
    api.call(applyImportCall, { params: { id }, body: { leaveOutErrors: wrong > 0 } }),
  );
  const label = wrong > 0 ? texts.applyWithout(changes, wrong) : texts.apply(changes);
  return (
    <Button busy={apply.isPending} onClick={() => apply.mutate()}>
      {label}
    </Button>
  );
}

function UndoButton({ report: { _id: id, changes, added, appliedAt } }: { report: ImportReport }) {
  const { api } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const undo = useMove(() => api.call(undoImportCall, { params: { id } }).finally(() => setIsOpen(false)));
  if (!appliedAt || !isUndoable(appliedAt)) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {texts.undo}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={texts.undoTitle}
        confirmLabel={texts.undo}
        busy={undo.isPending}
        onConfirm={() => undo.mutate()}
      >
        <p>{texts.undoWhy(changes - added, added)}</p>
      </ConfirmDialog>
    </>
  );
}

/** Runs a step of an import, and reloads its state, also after a refusal. */
const useMove = (call: () => Promise<unknown>) => useAction({ call, changes: [importsKey] });
