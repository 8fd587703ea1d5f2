import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { type EmailKind, emailKind } from '#features/emails/email-kind.ts';
import type { Email } from '#features/emails/render-email.ts';
import type { Database } from '#platform/database/database.ts';
import { type StaffNotice, staffNotices } from './contract.ts';
import { stopAddress } from './stop-emails.ts';
import { findListener, findStaffAt, listListeners, rememberFailedJobs } from './store.ts';
import { failedJobEmailTexts, noticeEmailTexts as texts } from './texts.ts';

/** `stopUrl`: where its reader stops such emails, where that is one of the staff. `isShopsCopy`: it
 * goes to the shop's own address. */
type Reached = { to: string; origin: string; stopUrl: string | undefined; isShopsCopy: boolean };

type ToOne = { userId?: string | undefined };

type StaffEmail<About, Parts = never> = EmailKind<About & ToOne, Parts> & { notice: StaffNotice };

/** Makes a kind of email to the staff. It is looked at once more before it leaves whether its
 * reader is still told of this. Without a reader it goes to the shop's own address; if that is one
 * of the staff's, their switch counts. */
export function staffEmail<About extends Record<string, unknown>, Parts extends object>(
  notice: StaffNotice,
  about: z.ZodType<About>,
  load: (context: AppContext, about: About) => Promise<Parts | undefined>,
  write: (parts: Parts & Reached) => Omit<Email, 'to' | 'why'>,
): StaffEmail<About, Parts & Reached> {
  const kind = emailKind<About & ToOne, Parts & Reached>(
    mailOf(notice),
    z.intersection(about, z.object({ userId: z.optional(z.string()) })),
    async (context, { userId, ...rest }) => {
      const { db, config, origin } = context;
      const isShopsCopy = userId === undefined;
      const reader = userId ?? (await findStaffAt(db, config.contactEmail));
      const to = reader === undefined ? config.contactEmail : await findListener(db, reader, notice);
      const parts = to === undefined ? undefined : await load(context, about.parse(rest));
      const stopUrl = reader === undefined ? undefined : stopAddress(context, reader, notice);
      return to !== undefined && parts ? { ...parts, to, origin, stopUrl, isShopsCopy } : undefined;
    },
    (parts) => ({
      ...write(parts),
      to: parts.to,
      why: parts.stopUrl ? texts.whyStaff(`${parts.origin}/dashboard#notices`) : texts.whyShop,
      ...(parts.stopUrl && { stopUrl: parts.stopUrl }),
    }),
  );
  return { ...kind, notice };
}

const mailOf = (notice: StaffNotice) => notice.replace('_', '-');

/** Emails all staff who want to know. Inside a transaction they are told only if that commits. */
export async function notifyStaff<About extends object>(
  { jobs }: Pick<AppContext, 'jobs'>,
  db: Database,
  { notice }: StaffEmail<About>,
  about: NoInfer<About>,
): Promise<void> {
  await jobs.enqueue(db, 'tell-staff', { notice, about });
}

const payloadSchema = z.object({ notice: z.enum(staffNotices), about: z.record(z.string(), z.unknown()) });

/** Works off the job `tell-staff`: an email to each of the staff who is told of this. */
export async function writeToStaff({ db, jobs, config }: AppContext, payload: unknown): Promise<void> {
  const { notice, about } = payloadSchema.parse(payload);
  // What people leave goes to the shop's own address by an email of its own.
  const except = notice === 'contact_message' ? config.contactEmail : undefined;
  await db.transaction().execute(async (tx) => {
    for (const userId of await listListeners(tx, notice, except)) {
      await jobs.enqueue(tx, 'send-mail', { mail: mailOf(notice), ...about, userId });
    }
  });
}

export const failedJobEmails = {
  /** Which jobs were given up, and how many of each. `at` tells one such email from the next. */
  failed: staffEmail(
    'failed_job',
    z.object({ jobs: z.record(z.string(), z.number()), at: z.iso.datetime() }),
    async (_context, { jobs }) => ({ jobs }),
    ({ jobs }) => {
      const title = failedJobEmailTexts.subject(Object.values(jobs).reduce((sum, count) => sum + count, 0));
      const facts = Object.entries(jobs).map(([job, count]): [string, string] => [
        failedJobEmailTexts.job,
        failedJobEmailTexts.times(job, count),
      ]);
      return { subject: title, heading: title, paragraphs: [failedJobEmailTexts.text], facts };
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
