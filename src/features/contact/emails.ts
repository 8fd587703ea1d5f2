import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { exampleEmail } from '#features/shop-settings/texts/defaults.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { findAnswer, findContactMessage } from './store.ts';
import { contactEmailTexts as texts } from './texts.ts';

// The Message-IDs of a conversation follow from what it is about, so that each
// email can name those before it.
const idOfMessage = (messageId: string) => `contact-message.${messageId}`;
const idOfAnswer = (answerId: string) => `contact-answer.${answerId}`;

/** Where what is written to the shop goes: the address of its details, or the one of the
 * settings while that is an example. */
async function addressOfShop({ details, config }: AppContext): Promise<string> {
  const { email } = (await details.read()).contact;
  return email === exampleEmail ? config.contactEmail : email;
}

export const contactEmails = {
  /** Tells the shop that somebody wants to be called back; an answer to it goes to them. */
  message: staffEmail(
    'contact_message',
    z.object({ contactMessageId: z.string() }),
    async ({ db }, { contactMessageId }) => {
      const message = await findContactMessage(db, contactMessageId);
      return message && { message };
    },
    ({ message, origin, isShopsCopy }) => ({
      // The shop’s own copy begins the conversation; those of the staff stand beside it.
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
      link: { label: texts.link, url: `${origin}/dashboard/manageorders?show=messages&q=${message.id}` },
    }),
  ),
  /** The staff's answer, in one conversation with the answers before it. Whoever
   * gets it writes back to the shop. */
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
      // The same for every answer: programs that thread by subjects too would take
      // another one for another conversation.
      subject: texts.answerSubject(shop),
      heading: texts.answerHeading,
      // Nothing of what was sent to the shop: anybody may have typed this address.
      paragraphs: [emailFrameTexts.helloNobody, answer.text],
      closing: texts.writeBack,
      why: texts.whyAnswer,
    }),
  ),
};
