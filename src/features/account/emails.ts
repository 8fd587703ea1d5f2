import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { erasedEmailTexts as texts } from './texts.ts';

const toSchema = z.object({ to: z.string() });

export const erasureEmails = {
  /** The last email to an address: nothing else remembers it. */
  erased: emailKind(
    'account-erased',
    toSchema,
    (_context, about) => about,
    ({ to }: z.infer<typeof toSchema>, shop) => ({
      to,
      subject: texts.subject,
      heading: texts.subject,
      paragraphs: [emailFrameTexts.helloNobody, texts.text(shop)],
      closing: texts.closing,
      why: texts.why,
    }),
  ),
};
