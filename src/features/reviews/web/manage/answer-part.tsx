import { useState } from 'react';
import { z } from 'zod/mini';
import { answerReviewCall, answerReviewSchema, type ManagedReview } from '#features/reviews/contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { type RowDraft, RowFormFoot, useRowForm } from '#ui/dashboard/row-form.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextArea } from '#ui/field.tsx';
import { useReviewChange } from './hide-review.tsx';

/** The shop's answer to a review, edited in place. Moves the focus to the text and back. */
export function AnswerPart({ review }: { review: ManagedReview }) {
  const { isOpen, opener, open, close, typed } = useRowForm(review._id);
  if (isOpen) return <AnswerForm review={review} onClose={close} {...typed} />;
  const { answer, name } = review;
  return (
    <Button
      ref={opener}
      variant="secondary"
      size="sm"
      aria-label={answer ? texts.editFor(name) : texts.answerTo(name)}
      onClick={open}
    >
      {answer ? texts.edit : texts.answer}
    </Button>
  );
}

const writtenAnswerSchema = z.extend(answerReviewSchema, {
  text: answerReviewSchema.shape.text.check(z.minLength(1, texts.answerMissing)),
});

type AnswerFormProps = RowDraft & { review: ManagedReview; onClose: () => void };

function AnswerForm({ review, onClose, draft, keep }: AnswerFormProps) {
  const { api } = useSession();
  const change = useReviewChange(onClose, () => undefined);
  const [first] = useState(review.answer);
  const { field, isSending, submit, formProps } = useCallForm({
    schema: writtenAnswerSchema,
    defaultValues: { text: draft?.text ?? review.answer?.text ?? '' },
    send: async ({ text }) => (text === review.answer?.text ? onClose() : await publish(text)),
    fieldAtFault: () => 'text',
  });

  /** An empty text takes the answer back. */
  function publish(text: string) {
    return change.mutateAsync({
      row: review,
      async send() {
        const { modifiedCount, answer } = await api.call(answerReviewCall, {
          params: { id: review._id },
          body: { text, seen: review.answer?.at ?? null },
        });
        return modifiedCount > 0 ? { answer } : undefined;
      },
      done: text ? texts.isAnswered : texts.isTakenBack,
    });
  }

  return (
    <form {...formProps} className="w-full space-y-3 py-2">
      {review.answer?.at !== first?.at && <Theirs answer={review.answer} />}
      <TextArea
        label={texts.answerTo(review.name)}
        hint={texts.answerHint}
        rows={3}
        autoFocus
        {...field('text', { onChange: ({ target }) => keep({ text: target.value }) })}
      />
      <RowFormFoot submitLabel={texts.send} busy={isSending} onClose={onClose}>
        {review.answer && (
          <Button variant="danger" size="sm" onClick={() => submit({ text: '' })}>
            {texts.takeBack}
          </Button>
        )}
      </RowFormFoot>
    </form>
  );
}

/** The answer as someone else has changed it since the form was opened. */
const Theirs = ({ answer }: Pick<ManagedReview, 'answer'>) => (
  <div role="status" className="rounded-md border border-warn/40 bg-warn-wash p-3">
    <p className="font-semibold">{answer ? texts.theirs : texts.theirsGone}</p>
    {answer && <p className="mt-1 wrap-anywhere whitespace-pre-line">{answer.text}</p>}
    <p className="mt-1">{texts.mineKept}</p>
  </div>
);
