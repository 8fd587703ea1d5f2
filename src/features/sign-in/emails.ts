import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { accountEmailTexts } from './texts.ts';

/** An email address and the link that is sent only to its owner. The name was chosen by the person who signed
 * up, who may be a stranger. */
const linkSchema = z.object({ to: z.string(), url: z.string() });

const withLink = (mail: 'verification' | 'reset') =>
  emailKind(
    mail,
    linkSchema,
    (_context, link) => link,
    ({ to, url }, shop) => {
      const texts = accountEmailTexts[mail];
      return {
        to,
        subject: texts.subject,
        heading: texts.subject,
        paragraphs: [emailFrameTexts.helloNobody, texts.text(shop)],
        link: { label: texts.link, url, isSpelledOut: true },
        closing: texts.closing,
        why: texts.why,
      };
    },
  );

export const accountEmails = {
  verification: withLink('verification'),
  reset: withLink('reset'),
  /** Someone, perhaps the owner, has signed up with an address that already has an account. `at`
   * distinguishes such emails. */
  known: emailKind(
    'sign-up-known',
    z.object({ to: z.string(), at: z.iso.datetime() }),
    ({ origin }, { to }) => ({ to, origin }),
    ({ to, origin }: { to: string; origin: string }, shop) => {
      const texts = accountEmailTexts.known;
      return {
        to,
        subject: texts.subject(shop),
        heading: texts.heading,
        paragraphs: [emailFrameTexts.helloNobody, texts.text(shop)],
        link: { label: texts.link, url: `${origin}/login` },
        closing: texts.closing,
        why: texts.why,
      };
    },
  ),
};

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
