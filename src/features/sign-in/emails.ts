import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { accountEmailTexts } from './texts.ts';

/** An address and the link that only its owner gets. Whoever signed up with it chose
 * the name, and may be a stranger. */
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
  /** Somebody, perhaps its owner, has signed up with an address that has an account. `at`
   * tells one such email from the next. */
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

/** Tells the owner of an address that somebody signed up with it, as often as
 * links are mailed to it at most. */
export async function tellOfSignUp(context: AppContext, email: string): Promise<void> {
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
