import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { type EmailKind, emailKind } from '#features/emails/email-kind.ts';
import type { Email } from '#features/emails/render-email.ts';
import type { Database } from '#platform/database/database.ts';
import { type StaffNotice, staffNotices } from './contract.ts';
import { stopAddress } from './stop-emails.ts';
import { findListener, findStaffAt, listListeners, rememberFailedJobs } from './store.ts';
import { failedJobEmailTexts, noticeEmailTexts as texts } from './texts.ts';

/** `stopUrl`: where the recipient unsubscribes; only for staff. `isShopsCopy`: the email goes to the shop's
 * own address. */
type Reached = { to: string; origin: string; stopUrl: string | undefined; isShopsCopy: boolean };

type ToOne = { userId?: string | undefined };

type StaffEmail<About, Parts = never> = EmailKind<About & ToOne, Parts> & { notice: StaffNotice };

/** Creates a kind of email to staff. Before each one is sent, the recipient's switch is checked again.
 * Without a user it goes to the shop's own address; if that belongs to a staff member, their switch
 * applies. */
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

/** Emails all staff who have the notice switched on. Inside a transaction, only if that commits. */
export async function notifyStaff<About extends object>(
  { jobs }: Pick<AppContext, 'jobs'>,
  db: Database,
  { notice }: StaffEmail<About>,
  about: NoInfer<About>,
): Promise<void> {
  await jobs.enqueue(db, 'tell-staff', { notice, about });
}

const payloadSchema = z.object({ notice: z.enum(staffNotices), about: z.record(z.string(), z.unknown()) });

/** Handles the job `tell-staff`: queues one email for each staff member with this notice switched on. */
export async function tellStaff({ db, jobs, config }: AppContext, payload: unknown): Promise<void> {
  const { notice, about } = payloadSchema.parse(payload);
  // Contact messages go to the shop's own address in a separate email.
  const except = notice === 'contact_message' ? config.contactEmail : undefined;
  await db.transaction().execute(async (tx) => {
    for (const userId of await listListeners(tx, notice, except)) {
      await jobs.enqueue(tx, 'send-mail', { mail: mailOf(notice), ...about, userId });
    }
  });
}

export const failedJobEmails = {
  /** The jobs that were given up, counted by kind. `at` distinguishes one such email from the next. */
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

/** Handles the job `look-for-failed-jobs`: notifies staff once of each job that was given up. */
export async function lookForFailedJobs(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const all = await context.jobs.givenUp();
  const ids = all.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    const newIds = new Set(await rememberFailedJobs(tx, ids));
    const counts: Record<string, number> = {};
    for (const { id, job, mail } of all) {
      // Skips this email itself: if it cannot be sent, it would trigger the next one.
      if (newIds.has(id) && mail !== failedJobEmails.failed.mail) counts[job] = (counts[job] ?? 0) + 1;
    }
    if (Object.keys(counts).length === 0) return;
    await notifyStaff(context, tx, failedJobEmails.failed, { jobs: counts, at: clock.now().toISOString() });
  });
}
