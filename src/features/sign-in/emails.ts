import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { accountEmailTexts } from './texts/emails.ts';

/** An address and the link that only its owner gets. Whoever signed up with it chose the name, and may be a stranger. */
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

export const accountEmails = { verification: withLink('verification'), reset: withLink('reset') };
