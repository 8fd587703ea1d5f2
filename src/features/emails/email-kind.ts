import type { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';
import type { Email } from './render-email.ts';

/** One kind of email. Its job carries what it is `about`; the rest is read, and written, when it is sent. */
export type EmailKind<About = unknown, Parts = never> = {
  /** Its code, in jobs and in the audit trail. */
  mail: string;
  about: z.ZodType<About>;
  /** `shop` is its name. */
  write: (parts: Parts, shop: string) => Email;
  /** Composes it from what its job carries; `undefined` when what it was about has gone. */
  compose: (context: AppContext, payload: unknown, shop: string) => Promise<Email | undefined>;
};

/** Makes a kind of email of what loads its parts and what writes it from them. */
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

/** Puts an email into the outbox, to leave at once or at `runAt`. Inside a transaction
 * it is sent only if that commits. */
export async function enqueueEmail<About extends object>(
  { jobs }: Pick<AppContext, 'jobs'>,
  db: Database,
  { mail }: EmailKind<About>,
  about: NoInfer<About>,
  when: { runAt?: Date } = {},
): Promise<void> {
  await jobs.enqueue(db, 'send-mail', { mail, ...about }, when);
}
