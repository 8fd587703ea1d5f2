import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { StockCause } from '#features/catalogue/stock-contract.ts';
import { type Actor, currentActor } from '#platform/actor.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { forEachAlone } from '#platform/jobs/do-alone.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import { findTakenNumbers, forgetLeft } from './changes-store.ts';
import { type ImportError, UNDO_DAYS } from './contract.ts';
import { forgetAbandonedFiles } from './file-store.ts';
import { noteFailure } from './picture-store.ts';
import {
  clearBlockers,
  findImport,
  findImportsWithRows,
  forgetRows,
  type ImportRow,
  insertErrors,
  lockImport,
  moveImport,
  takeTurn,
} from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

const DAY_MS = 86_400_000;

/** The payload of jobs that change tools, with the user on whose behalf they run. */
export const movePayloadSchema = z.object({
  importId: z.uuid(),
  acting: z.custom<Actor>((acting) => typeof Object(acting).actor === 'string'),
});

/** Starts a job that applies a checked import. @throws AppError not_found, conflict */
export function startApplying(context: AppContext, importId: string, leaveOutErrors: boolean) {
  return move(context, importId, 'applying', (row) => {
    if (row.state !== 'checked') throw new AppError('conflict', texts.notChecked);
    if (row.wrong > 0 && !leaveOutErrors) throw new AppError('conflict', texts.hasErrors);
    if (row.changed + row.added === 0) throw new AppError('conflict', texts.nothing);
  });
}

/** Starts a job that undoes an applied import. @throws AppError not_found, conflict */
export function startUndoing(context: AppContext, importId: string) {
  return move(context, importId, 'undoing', ({ state, applied_at: appliedAt }) => {
    if (state !== 'applied' || !appliedAt) throw new AppError('conflict', texts.notApplied);
    const days = (context.clock.now().getTime() - appliedAt.getTime()) / DAY_MS;
    if (days > UNDO_DAYS) throw new AppError('conflict', texts.tooLate(UNDO_DAYS));
  });
}

const jobOf = { applying: 'apply-import', undoing: 'undo-import' } as const;

async function move<State extends keyof typeof jobOf>(
  context: AppContext,
  importId: string,
  state: State,
  check: (row: ImportRow) => void,
): Promise<{ state: State }> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockImport(tx, importId);
    if (!row) throw new AppError('not_found', texts.noSuchImport);
    check(row);
    await clearBlockers(tx, importId);
    await forgetLeft(tx, importId);
    if (state === 'undoing') await noteFailure(tx, importId, { problem: 'stopped', tries: 0 });
    await moveImport(tx, importId, row.state, { state, done: 0 });
    await context.jobs.enqueue(tx, jobOf[state], { importId, acting: currentActor() });
    return { state };
  });
}

/** Problems of rows because of which an import cannot be applied or undone. */
export class ImportBlocked extends Error {
  readonly problems: Stop[];

  constructor(problems: Stop[]) {
    super(problems[0]?.message);
    this.problems = problems;
  }
}

export type Stop = Omit<ImportError, 'column'>;

/** Records why an import could not be applied, and has failed, or undone, and is applied still; one applied
 * in part is reverted first. Errors other than `ImportBlocked` do so only on the job's last try, and are
 * rethrown in any case. */
export async function stopMoving(
  { db, jobs }: AppContext,
  { importId, from }: { importId: string; from: 'applying' | 'undoing' },
  error: unknown,
  { isLast }: JobTry,
): Promise<void> {
  const isStopped = error instanceof ImportBlocked;
  if (!isStopped && !isLast) throw error;
  const stops = isStopped ? error.problems : [{ row: 1, message: texts.gaveUp }];
  await db.transaction().execute(async (tx) => {
    const problems = stops.map(({ row, message }) => ({
      row,
      cells: [],
      problems: [{ column: null, message }],
    }));
    await insertErrors(tx, importId, problems);
    const { wrong = 0, done = 0 } = (await findImport(tx, importId)) ?? {};
    if (from === 'undoing') return void (await moveImport(tx, importId, from, { state: 'applied' }));
    // First undoes what has been applied: all or nothing.
    const isInPart = done > 0;
    const facts = {
      wrong: wrong + stops.length,
      ...(isInPart ? { reverting: true } : { state: 'failed' as const }),
    };
    const isMoved = await moveImport(tx, importId, from, facts);
    if (isMoved && isInPart) await jobs.enqueue(tx, 'undo-import', { importId, acting: currentActor() });
  });
  if (!isStopped) throw error;
}

/** Throws `ImportBlocked` if an import failed because another tool has a part number that one of its tools is
 * to get; else rethrows. `side`: whether it was being applied or undone. */
export async function assertNotTaken(
  { db }: AppContext,
  importId: string,
  error: unknown,
  side: 'before' | 'after',
  message: string,
): Promise<never> {
  if (!breaksConstraint(error, 'tools_by_part_number')) throw error;
  const rows = await findTakenNumbers(db, importId, side);
  // The number is free again: the next try will succeed.
  throw rows.length === 0 ? error : new ImportBlocked(rows.map((row) => ({ row, message })));
}

/** The cause of an import's stock movements. */
export const causeOf = ({ id, file_name: name }: ImportRow): StockCause => ({
  kind: 'import',
  id,
  ...(name !== null && { name }),
});

/** Runs steps, each in its own transaction, until one of them is the last. */
export async function moveInSteps(
  { db }: AppContext,
  importId: string,
  step: (tx: DatabaseTransaction, row: ImportRow) => Promise<'more' | 'done'>,
): Promise<void> {
  for (;;) {
    const outcome = await db.transaction().execute(async (tx) => {
      await takeTurn(tx, importId);
      const row = await lockImport(tx, importId);
      return row ? step(tx, row) : 'done';
    });
    if (outcome === 'done') return;
  }
}

/** Handles the job `forget-old-imports`: deletes the changes of imports that can no longer be undone, or were
 * never applied. The imports themselves remain; one that fails is found again by the next run. */
export async function forgetOldImports(context: AppContext): Promise<void> {
  const { db, clock } = context;
  await forgetAbandonedFiles(db, clock.now());
  const before = new Date(clock.now().getTime() - (UNDO_DAYS + 1) * DAY_MS);
  await forEachAlone(context, 'forget-old-imports', await findImportsWithRows(db, before), {
    about: (importId) => ({ importId }),
    work: (importId) => db.transaction().execute((tx) => forgetChanges(tx, importId)),
  });
}

async function forgetChanges(tx: DatabaseTransaction, importId: string): Promise<void> {
  const state = (await lockImport(tx, importId))?.state;
  // A running job needs its rows; the next run finds it again.
  if (state === 'applying' || state === 'undoing') return;
  await forgetRows(tx, importId);
  if (state === 'checked') await moveImport(tx, importId, state, { state: 'failed' });
}
