import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import type { InvitedRole } from './contract.ts';
import { linkTo } from './links.ts';
import { findInvitation } from './store.ts';
import { invitationEmailTexts as texts } from './texts.ts';

/** `sentAt` distinguishes the sendings of an invitation. */
const aboutSchema = z.object({ invitationId: z.string(), sentAt: z.iso.datetime() });

type Parts = { to: string; role: InvitedRole; url: string };

export const invitationEmails = {
  /** The link of an invitation, unless it was accepted, withdrawn, or sent again since. */
  invitation: emailKind(
    'staff-invitation',
    aboutSchema,
    async (context: AppContext, { invitationId, sentAt }): Promise<Parts | undefined> => {
      const row = await findInvitation(context.db, invitationId);
      if (row?.sent_at.toISOString() !== sentAt) return undefined;
      return { to: row.email, role: row.role, url: await linkTo(context, row) };
    },
    ({ to, role, url }, shop) => ({
      to,
      subject: texts.subject(shop),
      heading: texts.subject(shop),
      paragraphs: [emailFrameTexts.helloNobody, texts.text[role](shop)],
      link: { label: texts.link, url, isSpelledOut: true },
      closing: texts.closing,
      why: texts.why(shop),
    }),
  ),
};
