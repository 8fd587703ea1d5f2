import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { reportPictureErrors } from '#features/pictures/store.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_RETURN_PICTURES, type Return } from './contract.ts';
import { lockReturnFor } from './lock-return.ts';
import { announceReturn, answerReturn } from './return-actions.ts';
import { openReturnStates } from './return-states.ts';
import { addReturnPicture, findReturn, type ReturnRow, saveReturnLabel } from './store.ts';
import { returnErrorTexts as texts } from './texts.ts';

type Upload = { currentUser: CurrentUser; returnId: string; bytes: Buffer };

/** Adds a picture to an open return, re-encoded so that it holds nothing but the picture. @throws AppError
 * not_found, conflict once it has ended or has four; for `image` if it is no picture */
export async function addPicture(
  context: AppContext,
  { currentUser, returnId, bytes }: Upload,
): Promise<Return> {
  await findReturnFor(context, currentUser, returnId);
  const { sizes } = await reportPictureErrors(context, () => context.encodeWebp(bytes));
  const webp = sizes.at(-1)?.bytes;
  if (!webp) throw new Error('a picture has a size');
  return context.db.transaction().execute(async (tx) => {
    await lockOpen(tx, currentUser, returnId);
    const picture = { returnId, webp: Buffer.from(webp), at: context.clock.now(), most: MAX_RETURN_PICTURES };
    if (!(await addReturnPicture(tx, picture)))
      throw new AppError('conflict', texts.tooManyPictures(MAX_RETURN_PICTURES), { field: 'image' });
    return answerReturn(context, tx, returnId);
  });
}

/** Stores the label of an open return, in place of an earlier one. Its buyer is told if it is approved.
 * @throws AppError not_found; conflict once it has ended */
export async function setLabel(
  context: AppContext,
  { currentUser, returnId, bytes }: Upload,
): Promise<Return> {
  return context.db.transaction().execute(async (tx) => {
    const row = await lockOpen(tx, currentUser, returnId);
    await saveReturnLabel(tx, { returnId, pdf: bytes, at: context.clock.now() });
    await announceReturn(context, tx, row, 'return_changed');
    return answerReturn(context, tx, returnId);
  });
}

/** Finds a return for its buyer, or for staff. @throws AppError not_found, of another's too */
export async function findReturnFor(
  { db }: Pick<AppContext, 'db'>,
  { userId, isStaff }: Pick<CurrentUser, 'userId' | 'isStaff'>,
  returnId: string,
): Promise<ReturnRow> {
  const row = await findReturn(db, returnId);
  if (row && (isStaff || row.user_id === userId)) return row;
  throw new AppError('not_found', texts.noSuchReturn);
}

async function lockOpen(
  tx: DatabaseTransaction,
  currentUser: CurrentUser,
  returnId: string,
): Promise<ReturnRow> {
  const { row } = await lockReturnFor(tx, currentUser, returnId);
  if (openReturnStates.includes(row.state)) return row;
  throw new AppError('conflict', texts.ended);
}
