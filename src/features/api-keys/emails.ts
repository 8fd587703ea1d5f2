import { z } from 'zod';
import { scopeFacts, scopes } from '#contracts/scopes.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { apiKeyEmailTexts as texts } from './texts.ts';

/** It says all that the email needs: whoever stole an account could delete the key before the email is
 * written. */
const addedSchema = z.object({
  to: z.string(),
  name: z.string(),
  lastFour: z.string(),
  scopes: z.array(z.enum(scopes)),
});

export const apiKeyEmails = {
  /** Tells a person that a key was made for their account. */
  added: emailKind(
    'api-key-added',
    addedSchema,
    ({ origin }, about) => ({ ...about, origin }),
    ({ to, name, lastFour, origin, ...about }: z.infer<typeof addedSchema> & { origin: string }, shop) => ({
      to,
      subject: texts.subject(shop),
      heading: texts.heading,
      paragraphs: [emailFrameTexts.helloNobody, texts.text],
      facts: [
        [texts.name, name],
        [texts.ending, lastFour],
        [texts.scopes, about.scopes.map((scope) => scopeFacts[scope].text).join('\n')],
      ],
      link: { label: texts.link, url: `${origin}/dashboard/api-keys` },
      closing: texts.closing,
      why: texts.why(shop),
    }),
  ),
};
