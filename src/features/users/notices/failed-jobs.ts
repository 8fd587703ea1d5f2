import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { notifyStaff, staffEmail } from './notify-staff.ts';
import { rememberFailedJobs } from './store.ts';
import { failedJobEmailTexts as texts } from './texts.ts';

export const failedJobEmails = {
  /** Which jobs were given up, and how many of each. `at` tells one such email from the next. */
  failed: staffEmail(
    'failed_job',
    z.object({ jobs: z.record(z.string(), z.number()), at: z.iso.datetime() }),
    async (_context, { jobs }) => ({ jobs }),
    ({ jobs }) => {
      const title = texts.subject(Object.values(jobs).reduce((sum, count) => sum + count, 0));
      const facts = Object.entries(jobs).map(([job, count]): [string, string] => [
        texts.job,
        texts.times(job, count),
      ]);
      return { subject: title, heading: title, paragraphs: [texts.text], facts };
    },
  ),
};

/** Works off the job `look-for-failed-jobs`: tells staff of each job that was given up, once. */
export async function lookForFailedJobs(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const all = await context.jobs.givenUp();
  const ids = all.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    const newIds = new Set(await rememberFailedJobs(tx, ids));
    const counts: Record<string, number> = {};
    for (const { id, job, mail } of all) {
      // An email that tells of such jobs, and cannot be sent, would bring the next one about.
      if (newIds.has(id) && mail !== failedJobEmails.failed.mail) counts[job] = (counts[job] ?? 0) + 1;
    }
    if (Object.keys(counts).length === 0) return;
    await notifyStaff(context, tx, failedJobEmails.failed, { jobs: counts, at: clock.now().toISOString() });
  });
}
