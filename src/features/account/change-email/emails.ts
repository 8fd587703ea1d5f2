import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import type { Email } from '#features/emails/render-email.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import {
  type EmailChange,
  findEmailChange,
  isFreeAddress,
} from '#platform/identity/embedded/email-changes.ts';
import { linkTo } from './links.ts';
import { changeEmailEmailTexts } from './texts.ts';

const changeSchema = z.object({ changeId: z.string() });
const toSchema = z.object({ to: z.string(), at: z.iso.datetime() });

type Parts = { to: string; url: string };

/** Writes an email about a change with a link. */
const write =
  (kind: keyof typeof changeEmailEmailTexts) =>
  ({ to, url }: Parts, shop: string): Email => {
    const texts = changeEmailEmailTexts[kind];
    return {
      to,
      subject: texts.subject,
      heading: texts.subject,
      paragraphs: [emailFrameTexts.helloNobody, texts.text(shop)],
      link: { label: texts.link, url, isSpelledOut: url.includes('?') },
      closing: texts.closing,
      why: texts.why,
    };
  };

/** The recipient and the link of a change, unless it has been replaced or undone since. */
async function load(
  context: AppContext,
  { changeId }: z.infer<typeof changeSchema>,
  to: (change: EmailChange) => Promise<string | undefined> | string | undefined,
  what: 'confirm' | 'undo',
): Promise<Parts | undefined> {
  const change = await findEmailChange(context.db, changeId);
  const address = change && (await to(change));
  return address === undefined ? undefined : { to: address, url: await linkTo(context, changeId, what) };
}

export const changeEmailEmails = {
  /** To the new address, if it is free: otherwise nobody learns that it is taken. */
  confirm: emailKind(
    'email-change-confirm',
    changeSchema,
    (context, about) =>
      load(
        context,
        about,
        async ({ subject, newEmail, confirmedAt }) =>
          confirmedAt === null && (await isFreeAddress(context.db, subject, newEmail)) ? newEmail : undefined,
        'confirm',
      ),
    write('confirm'),
  ),
  /** To the earlier address, which can undo it. */
  changed: emailKind(
    'email-changed',
    changeSchema,
    (context, about) =>
      load(context, about, ({ oldEmail, confirmedAt }) => (confirmedAt ? oldEmail : undefined), 'undo'),
    write('changed'),
  ),
  /** To the new address, once the account has it. */
  welcome: emailKind(
    'email-change-done',
    toSchema,
    ({ origin }, { to }) => ({ to, url: `${origin}/dashboard/security` }),
    write('welcome'),
  ),
  /** To both addresses. */
  undone: emailKind(
    'email-change-undone',
    toSchema,
    ({ origin }, { to }) => ({ to, url: `${origin}/reset-password` }),
    write('undone'),
  ),
};
