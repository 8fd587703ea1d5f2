import type { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Email } from './render-email.ts';

/** One kind of email. Its job carries what it is `about`; the rest is loaded and written when it is sent. */
export type EmailKind<About = unknown, Parts = never> = {
  /** Its code in jobs and in the audit trail. */
  mail: string;
  about: z.ZodType<About>;
  /** `shop` is the shop's name. */
  write: (parts: Parts, shop: string) => Email;
  /** Composes the email from the job's payload; `undefined` if its subject no longer exists. */
  compose: (context: AppContext, payload: unknown, shop: string) => Promise<Email | undefined>;
};

/** Creates a kind of email from a function that loads its parts and one that writes it. */
export function emailKind<About, Parts>(
  mail: string,
  about: z.ZodType<About>,
  load: (context: AppContext, about: About) => Promise<Parts | undefined> | Parts,
  write: (parts: Parts, shop: string) => Email,
): EmailKind<About, Parts> {
  return {
    mail,
    about,
    write,
    async compose(context, payload, shop) {
      const parts = await load(context, about.parse(payload));
      return parts && write(parts, shop);
    },
  };
}

/** Queues an email to be sent at once or at `runAt`. In a transaction, it is sent only if that commits.
 * `key`: replaces an email queued under the same key. */
export async function enqueueEmail<About extends object>(
  { jobs }: Pick<AppContext, 'jobs'>,
  db: Database,
  { mail }: EmailKind<About>,
  about: NoInfer<About>,
  when: { runAt?: Date; key?: string } = {},
): Promise<void> {
  await jobs.enqueue(db, 'send-mail', { mail, ...about }, when);
}
