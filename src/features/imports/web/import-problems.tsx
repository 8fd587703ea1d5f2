import { Link } from 'react-router';
import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { exportImportErrorsCall, type ImportErrorKind, type ImportReport } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importErrorTexts } from '../texts.ts';

const SHOWN = 20;

/** Why rows cannot be imported, each reason once, and all of them as a file. */
export function ImportProblems({ report }: { report: ImportReport }) {
  const { api } = useSession();
  const { _id: id, state, errorKinds: kinds, wrong } = report;
  if (kinds.length === 0) return null;
  const more = kinds.length - SHOWN;
  // A file that could not be read, applied or undone has no rows to correct.
  const hasFile = state !== 'failed' && wrong > 0 && !areSkipped(report);
  return (
    <section>
      <h2 className="text-xl">{headingOf(report)}</h2>
      {hasFile && (
        <p className="mt-1 text-ink-soft">
          {state === 'checked' ? texts.problemsLead : texts.problemsSkipped}
        </p>
      )}
      <ul className="my-4 space-y-1 tabular-nums">
        {kinds.slice(0, SHOWN).map((kind) => (
          <li key={`${kind.column} ${kind.message}`} className="wrap-anywhere">
            {wordsOf(kind)}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mb-4 text-ink-soft">{texts.moreProblems(more)}</p>}
      {hasFile && (
        <ExportButton
          label={texts.errorFile}
          load={(_filters, signal) => api.request(exportImportErrorsCall, { params: { id }, signal })}
        />
      )}
    </section>
  );
}

/** Whether the error concerns the whole file, as reported at its first row. */
const isOfFile = ({ row, column }: ImportErrorKind) => row === 1 && column === null;

function wordsOf(kind: ImportErrorKind): string {
  const { row, column, message, rows } = kind;
  if (isOfFile(kind)) return message;
  return texts.problem(row, rows, column === null ? null : toolFieldLabel(column), message);
}

const skipped = Object.values(importErrorTexts.skipped);

/** Whether all rows left out are of products that another shop doesn't sell: nothing is to be fixed. */
const areSkipped = ({ errorKinds }: ImportReport) =>
  errorKinds.every(({ message }) => skipped.includes(message));

function headingOf(report: ImportReport): string {
  const { errorKinds, wrong } = report;
  if (wrong === 0) return texts.notUndone;
  if (areSkipped(report)) return texts.skipped(wrong);
  return errorKinds.every(isOfFile) ? texts.notImported : texts.problems(wrong);
}

/** The tools that an undo skipped, because they were changed or used since. */
export function LeftTools({ report: { left } }: { report: ImportReport }) {
  if (left.length === 0) return null;
  return (
    <section>
      <h2 className="text-xl">{texts.left(left.length)}</h2>
      <ul className="mt-3 space-y-1">
        {left.map(({ toolId, name }) => (
          <li key={toolId}>
            <Link to={`/tools/${toolId}`} className="text-link inline-block min-h-6 wrap-anywhere">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
