import type { AppContext } from '#features/app-context.ts';
import { UNDO_DAYS } from './contract.ts';
import { forgetAbandonedFiles } from './file-store.ts';
import { findImportsWithRows, forgetRows, lockImport, moveImport } from './store.ts';

const DAY_MS = 86_400_000;

/** Forgets what imports have changed that can no longer be undone, or would have changed and were never
 * applied. That there was an import stays. */
export async function forgetOldImports({ db, clock }: AppContext): Promise<void> {
  await forgetAbandonedFiles(db, clock.now());
  const before = new Date(clock.now().getTime() - (UNDO_DAYS + 1) * DAY_MS);
  for (const importId of await findImportsWithRows(db, before))
    await db.transaction().execute(async (tx) => {
      const state = (await lockImport(tx, importId))?.state;
      // Whoever moves it on now has its rows; the next look finds it again.
      if (state === 'applying' || state === 'undoing') return;
      await forgetRows(tx, importId);
      if (state === 'checked') await moveImport(tx, importId, state, { state: 'failed' });
    });
}
