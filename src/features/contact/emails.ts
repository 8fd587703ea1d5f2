import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { exampleEmail } from '#features/shop-details/texts/defaults.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { findAnswer, findContactMessage } from './store.ts';
import { contactEmailTexts as texts } from './texts.ts';

// Message-IDs of a conversation are derived from its messages, so that each email can refer to those before
// it.
const idOfMessage = (messageId: string) => `contact-message.${messageId}`;
const idOfAnswer = (answerId: string) => `contact-answer.${answerId}`;

/** Returns the recipient of messages to the shop: the email in its details, or the configured one while that
 * is an example. */
async function addressOfShop({ details, config }: AppContext): Promise<string> {
  const { email } = (await details.read()).contact;
  return email === exampleEmail ? config.contactEmail : email;
}

export const contactEmails = {
  /** Notifies the shop that someone requests contact; replies go to that person. */
  message: staffEmail(
    'contact_message',
    z.object({ contactMessageId: z.string() }),
    async ({ db }, { contactMessageId }) => {
      const message = await findContactMessage(db, contactMessageId);
      return message && { message };
    },
    ({ message, origin, isShopsCopy }) => ({
      // The shop’s own copy starts the conversation; staff copies are not part of it.
      ...(isShopsCopy && { messageId: idOfMessage(message.id) }),
      replyTo: message.email,
      subject: texts.subject(message.name),
      heading: texts.subject(message.name),
      paragraphs: [texts.text],
      facts: [
        [texts.name, message.name],
        [texts.email, message.email],
        [texts.phone, message.phone],
        ...(message.message ? [[texts.message, message.message] as [string, string]] : []),
      ],
      link: { label: texts.link, url: `${origin}/dashboard/messages?q=${message.id}` },
    }),
  ),
  /** The staff's answer, in one conversation with the earlier answers. Replies go to the shop. */
  answer: emailKind(
    'contact-answer',
    z.object({ answerId: z.string() }),
    async (context, { answerId }) => {
      const found = await findAnswer(context.db, answerId);
      return found && { ...found, replyTo: await addressOfShop(context) };
    },
    ({ answer, message, earlier, replyTo }, shop) => ({
      to: message.email,
      replyTo,
      messageId: idOfAnswer(answer.id),
      follows: [idOfMessage(message.id), ...earlier.map(idOfAnswer)],
      // The same for every answer: programs that also thread by subject would otherwise start a new
      // conversation.
      subject: texts.answerSubject(shop),
      heading: texts.answerHeading,
      // Quotes nothing of the message: anyone may have entered this address.
      paragraphs: [emailFrameTexts.helloNobody, answer.text],
      closing: texts.writeBack,
      why: texts.whyAnswer,
    }),
  ),
};
