import { z } from 'zod';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { dayWords } from '#features/payments/emails.ts';
import { exportEmailTexts, erasedEmailTexts as texts } from './texts.ts';

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

export const exportEmails = {
  /** A copy of a person's data can be downloaded; it is not in the email. */
  ready: emailKind(
    'data-ready',
    z.object({ to: z.string(), until: z.iso.datetime() }),
    async ({ origin, details }, about) => ({ ...about, origin, zone: (await details.read()).time.zone }),
    ({ to, until, origin, zone }: { to: string; until: string; origin: string; zone: string }, shop) => ({
      to,
      subject: exportEmailTexts.subject,
      heading: exportEmailTexts.subject,
      paragraphs: [emailFrameTexts.helloNobody, exportEmailTexts.text(shop, dayWords(new Date(until), zone))],
      link: { label: exportEmailTexts.link, url: `${origin}/dashboard/security` },
      closing: exportEmailTexts.closing,
      why: exportEmailTexts.why,
    }),
  ),
};
