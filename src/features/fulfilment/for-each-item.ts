import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { errorTexts } from '#texts/errors.ts';

type Answer<Done> = Done & { error: { code: string; message: string } | null };

/** Applies a change to many items in sequence, each in its own transaction: a refusal of one does not stop
 * the others. Answers `undone` for those that were not changed, and why. Throws an unexpected error of the
 * first item; after a later one it stops and the answer says where, since an exception would hide what was
 * done. */
export async function forEachItem<Item, Done extends object>(
  { log }: Pick<AppContext, 'log'>,
  items: readonly Item[],
  change: (item: Item) => Promise<Done>,
  undone: Done,
): Promise<Answer<Done>[]> {
  const answers: Answer<Done>[] = [];
  let hasFailed = false;
  for (const item of items) {
    if (hasFailed) {
      answers.push({ ...undone, error: { code: 'unavailable', message: orderErrorTexts.notReached } });
      continue;
    }
    try {
      answers.push({ ...(await change(item)), error: null });
    } catch (error) {
      if (!(error instanceof AppError) && answers.length === 0) throw error;
      hasFailed = !(error instanceof AppError);
      if (hasFailed) log.error({ err: error, item }, 'one of many items could not be changed');
      const { code, message } =
        error instanceof AppError ? error : { code: 'internal', message: errorTexts.wentWrong };
      answers.push({ ...undone, error: { code, message } });
    }
  }
  return answers;
}
