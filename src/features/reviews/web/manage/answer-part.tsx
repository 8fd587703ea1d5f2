import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { answerReviewCall, answerReviewSchema, type ManagedReview } from '#features/reviews/contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { type RowDraft, RowFormFoot, useRowForm } from '#ui/dashboard/row-form.tsx';
import { TextArea } from '#ui/field.tsx';
import { ReviewAnswer } from '../reviews.tsx';
import { useReviewChange } from './hide-review.tsx';

/** The shop's answer to a review, written, changed and taken back where it stands. The
 * focus goes to the text and back. */
export function AnswerPart({ review }: { review: ManagedReview }) {
  const { isOpen, opener, open, close, typed } = useRowForm(review._id);
  if (isOpen) return <AnswerForm review={review} onClose={close} {...typed} />;
  const { answer, name } = review;
  return (
    <>
      <ReviewAnswer answer={answer} />
      <Button
        ref={opener}
        variant="secondary"
        size="sm"
        className="mt-2"
        aria-label={answer ? texts.editFor(name) : texts.answerTo(name)}
        onClick={open}
      >
        {answer ? texts.edit : texts.answer}
      </Button>
    </>
  );
}

type AnswerFormProps = RowDraft & { review: ManagedReview; onClose: () => void };

function AnswerForm({ review, onClose, draft, keep }: AnswerFormProps) {
  const { api } = useSession();
  const change = useReviewChange(onClose);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(answerReviewSchema),
    defaultValues: { text: draft ?? review.answer?.text ?? '' },
  });
  const [first] = useState(review.answer);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);

  function send(text: string) {
    if (change.isPending) return;
    change.mutate({
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

  const publish = handleSubmit(({ text }) => {
    if (text === '') setError('text', { message: texts.answerMissing }, { shouldFocus: true });
    else if (text === review.answer?.text) onClose();
    else send(text);
  });

  return (
    <form ref={form} method="post" noValidate onSubmit={publish} className="mt-3 space-y-3">
      {review.answer?.at !== first?.at && <Theirs answer={review.answer} />}
      <TextArea
        label={texts.answerTo(review.name)}
        hint={texts.answerHint}
        rows={3}
        error={formState.errors.text?.message}
        {...register('text', { onChange: ({ target }) => keep(target.value) })}
      />
      <RowFormFoot submitLabel={texts.send} busy={change.isPending} onClose={onClose}>
        {review.answer && (
          <Button variant="danger" size="sm" onClick={() => send('')}>
            {texts.takeBack}
          </Button>
        )}
      </RowFormFoot>
    </form>
  );
}

/** What somebody else has made of the answer since the form was opened. */
const Theirs = ({ answer }: Pick<ManagedReview, 'answer'>) => (
  <div role="status" className="rounded-md border border-warn/40 bg-warn-wash p-3">
    <p className="font-semibold">{answer ? texts.theirs : texts.theirsGone}</p>
    {answer && <p className="mt-1 wrap-anywhere whitespace-pre-line">{answer.text}</p>}
    <p className="mt-1">{texts.mineKept}</p>
  </div>
);
