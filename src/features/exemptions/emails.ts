import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { hasVerifiedAddress } from '#features/users/store.ts';
import { LOCALE } from '#texts/locale.ts';
import { type ExemptionRow, findExemption } from './store.ts';
import { exemptionTexts, exemptionEmailTexts as texts } from './texts.ts';

type Parts = {
  to: string;
  certificate: Pick<ExemptionRow, 'kind' | 'number' | 'states' | 'expires_on' | 'reason'>;
  origin: string;
};

const aboutSchema = z.object({ certificateId: z.string() });

/** Writes a day: 'November 30, 2026'. */
const dayWords = (day: string) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** An email about a certificate, as long as it is in a state; an address that nobody has verified may be a
 * stranger's, who gets nothing of what was typed (decision 81). */
const about = (event: 'approved' | 'refused' | 'expiring') =>
  emailKind(
    `exemption-${event}`,
    aboutSchema,
    async ({ db, origin }: AppContext, { certificateId }): Promise<Parts | undefined> => {
      const certificate = await findExemption(db, certificateId);
      const isCurrent = certificate?.state === (event === 'refused' ? 'refused' : 'approved');
      if (!certificate?.email || !isCurrent) return undefined;
      if (!(await hasVerifiedAddress(db, { userId: certificate.user_id }))) return undefined;
      return { to: certificate.email, certificate, origin };
    },
    ({ to, certificate, origin }, shop): Email => {
      const { kind, number, states, expires_on, reason } = certificate;
      return {
        to,
        subject: texts[event].subject,
        heading: texts[event].subject,
        paragraphs: [greeting(''), texts[event].text],
        facts: [
          [texts.certificate, `${exemptionTexts.kinds[kind]} ${number}`],
          [texts.states, states.map((state) => state.slice('US-'.length)).join(', ')],
          ...(expires_on ? [[texts.expires, dayWords(expires_on)] as [string, string]] : []),
          ...(event === 'refused' ? [[texts.reason, reason] as [string, string]] : []),
        ],
        link: { label: texts.link, url: `${origin}/dashboard/tax-exemption` },
        why: texts.why(shop),
      };
    },
  );

export const exemptionEmails = {
  approved: about('approved'),
  refused: about('refused'),
  expiring: about('expiring'),
};
