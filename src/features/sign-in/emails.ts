import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { greeting } from '#features/emails/render-email.ts';
import { accountEmailTexts } from './texts/emails.ts';

/** An address, the name that goes with it and the link that only its owner gets. */
const linkSchema = z.object({ to: z.string(), name: z.string(), url: z.string() });

const withLink = (mail: 'verification' | 'reset') =>
  emailKind(
    mail,
    linkSchema,
    (_context, link) => link,
    ({ to, name, url }, shop) => {
      const texts = accountEmailTexts[mail];
      return {
        to,
        subject: texts.subject,
        heading: texts.subject,
        paragraphs: [greeting(name), texts.text(shop)],
        link: { label: texts.link, url, isSpelledOut: true },
        closing: texts.closing,
        why: texts.why,
      };
    },
  );

export const accountEmails = { verification: withLink('verification'), reset: withLink('reset') };
