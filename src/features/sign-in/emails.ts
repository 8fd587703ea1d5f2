import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { selectRecords } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { accountEmailTexts, factorEmailTexts } from './texts.ts';

/** The events that the account's owner is told of. */
const toldEvents = [
  'password_changed',
  'factor_added',
  'factor_removed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'factors_reset',
] as const;
type ToldEvent = (typeof toldEvents)[number];

/** An email address and the link that is sent only to its owner. The name was chosen by the person who signed
 * up, who may be a stranger. */
const linkSchema = z.object({ to: z.string(), url: z.string() });

type Foot = Record<'link' | 'closing' | 'why' | 'url', string> & { isSpelledOut?: boolean };

const toOwner = (to: string, subject: string, text: string, { link, closing, why, ...address }: Foot) => ({
  ...{ to, subject, heading: subject, closing, why },
  paragraphs: [emailFrameTexts.helloNobody, text],
  link: { label: link, ...address },
});

const withLink = (mail: 'verification' | 'reset') =>
  emailKind(
    mail,
    linkSchema,
    (_context, link) => link,
    ({ to, url }, shop) => {
      const { subject, text, ...texts } = accountEmailTexts[mail];
      return toOwner(to, subject, text(shop), { ...texts, url, isSpelledOut: true });
    },
  );

export const accountEmails = {
  verification: withLink('verification'),
  reset: withLink('reset'),
  /** How the account is logged in to has changed. */
  factors: emailKind(
    'second-factor',
    z.object({ to: z.string(), what: z.enum(toldEvents), at: z.iso.datetime() }),
    ({ origin }, about) => ({ ...about, origin }),
    ({ to, what, origin }: { to: string; what: ToldEvent; origin: string }, shop) => {
      const { subjects, happened, ...texts } = factorEmailTexts;
      const url = `${origin}/dashboard/security`;
      return toOwner(to, subjects[what], happened[what](shop), { ...texts, url });
    },
  ),
  /** Someone, perhaps the owner, has signed up with an address that already has an account. `at`
   * distinguishes such emails. */
  known: emailKind(
    'sign-up-known',
    z.object({ to: z.string(), at: z.iso.datetime() }),
    ({ origin }, { to }) => ({ to, origin }),
    ({ to, origin }: { to: string; origin: string }, shop) => {
      const { subject, heading, text, ...texts } = accountEmailTexts.known;
      return {
        ...toOwner(to, heading, text(shop), { ...texts, url: `${origin}/login` }),
        subject: subject(shop),
      };
    },
  ),
};

/** Tells an account's owner of a change of their second factor, unless their address is not verified: then it
 * may be a stranger's (decision 81). */
export async function tellOfFactors(
  context: Pick<AppContext, 'jobs' | 'clock'>,
  db: Database,
  { kind }: { kind: string },
  userId: string | undefined,
): Promise<void> {
  const what = toldEvents.find((told) => told === kind);
  if (!what || !userId) return;
  const user = await selectRecords(db).where('id', '=', userId).executeTakeFirst();
  if (!user?.email_verified) return;
  const about = { to: user.email, what, at: context.clock.now().toISOString() };
  await enqueueEmail(context, db, accountEmails.factors, about);
}

/** Notifies the owner of an address that someone signed up with it, with the same rate limit as mailed
 * links. */
export async function notifyOfSignUp(context: AppContext, email: string): Promise<void> {
  try {
    await context.rateLimiter.take(`sign-up mail to ${email}`, context.config.limits.reset);
  } catch (error) {
    if (error instanceof TooManyHits) return;
    throw error;
  }
  await enqueueEmail(context, context.db, accountEmails.known, {
    to: email,
    at: context.clock.now().toISOString(),
  });
}
