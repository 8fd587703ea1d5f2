import type { ReactNode } from 'react';
import type { z } from 'zod/mini';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { type RowDraft, RowFormFoot, useRowForm } from '#ui/dashboard/row-form.tsx';
import { contactMessagesTexts as texts } from '#ui/dashboard/texts.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useRowChange } from '#ui/dashboard/use-row-change.ts';
import { CheckField, TextArea } from '#ui/field.tsx';
import { useTimes } from '#ui/moments.ts';
import { answerContactMessageCall, answerContactMessageSchema, type ContactMessage } from '../contract.ts';

/** The answers to a message, with an inline form for another one. The focus moves to the text and back.
 * `children` are further buttons beside the one that opens it. */
export function MessageAnswers({ message, children }: { message: ContactMessage; children?: ReactNode }) {
  const { isOpen, opener, open, close, typed } = useRowForm(message._id);
  return (
    <>
      <AnswerList message={message} />
      {isOpen ? (
        <AnswerForm message={message} onClose={close} {...typed}>
          {children}
        </AnswerForm>
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            ref={opener}
            variant="secondary"
            size="sm"
            aria-label={texts.answerTo(message.name)}
            onClick={open}
          >
            {texts.answer}
          </Button>
          {children}
        </div>
      )}
    </>
  );
}

function AnswerList({ message: { name, answers } }: { message: ContactMessage }) {
  const times = useTimes();
  if (answers.length === 0) return null;
  return (
    <ul aria-label={texts.answers(name)} className="mt-3 space-y-2">
      {answers.map(({ _id, text, authorEmail, at }) => (
        <li key={_id} className="border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {texts.answeredBy(authorEmail, times.shortMoment(at))}
          </p>
        </li>
      ))}
    </ul>
  );
}

type Reply = z.infer<typeof answerContactMessageSchema>;
type AnswerFormProps = RowDraft & { message: ContactMessage; onClose: () => void; children: ReactNode };

/** Retries after a lost reply use the same key, so that no email is sent twice. */
function AnswerForm({ message, onClose, draft, keep, children }: AnswerFormProps) {
  const { api } = useSession();
  const { email: authorEmail } = useDashboardUser();
  const sending = useMessageChange(onClose, () => undefined);
  const { form, field, isSending, formProps } = useCallForm({
    schema: answerContactMessageSchema,
    defaultValues: draft ?? { text: '', close: true },
    send: (reply, keyFor) =>
      sending.mutateAsync({ row: message, send: () => send(reply, keyFor(reply)), done: texts.isSent }),
    fieldAtFault: () => 'text',
  });
  async function send({ text, close }: Reply, key: string) {
    const { insertedId } = await api.call(answerContactMessageCall, {
      params: { id: message._id },
      body: { text, close },
      headers: { 'idempotency-key': key },
    });
    const answer = { _id: insertedId, text, authorEmail, at: new Date().toISOString() };
    return {
      answers: [...message.answers, answer],
      ...(close && { closedAt: message.closedAt ?? answer.at }),
    };
  }
  return (
    <form {...formProps} className="mt-3 space-y-3">
      <TextArea
        label={texts.answerTo(message.name)}
        hint={texts.answerHint(message.email)}
        rows={4}
        autoFocus
        {...field('text', { onChange: () => keep(form.getValues()) })}
      />
      <CheckField {...field('close', { onChange: () => keep(form.getValues()) })}>
        {texts.closeToo}
      </CheckField>
      <RowFormFoot submitLabel={texts.send} busy={isSending} onClose={onClose}>
        {children}
      </RowFormFoot>
    </form>
  );
}

/** The query key of the list of contact messages, for any filter. */
export const contactMessagesKey = ['contact-messages'];

/** Changes a message, and updates it in the list. */
export const useMessageChange = (onEnd?: () => void, onFailure?: (error: unknown) => void) =>
  useRowChange<ContactMessage>(contactMessagesKey, onEnd, onFailure);
