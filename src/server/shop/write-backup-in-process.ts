import { errorCode, reasonOf } from '#platform/errors.ts';
import { answerTasks } from '#platform/helper-process.ts';
import type { Unwritten, WriteTask } from './backups-of-before.ts';
import { writeBackup } from './write-backup.ts';

/** PostgreSQL, appendix A: a column, table, or schema is not there. */
const IS_GONE = /^(42703|42P01|3F000)$/;

// The program of the process that `backups-of-before.ts` starts. In the shop's own process, requests would
// wait.
answerTasks(
  ({ owner, place, ...what }: WriteTask): Promise<Unwritten | undefined> =>
    writeBackup({ owner }, place, what).then(
      () => undefined,
      (error) => ({ reason: reasonOf(error), isForEver: IS_GONE.test(errorCode(error)) }),
    ),
);
