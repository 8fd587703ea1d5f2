import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { addReviewCall, type NewReview, newReviewSchema } from '#features/reviews/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useDraft } from '#features/users/web/use-draft.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { createAttemptKeys } from '#ui/client/new-key.ts';
import { FormFoot, formProblems, RestoredNote } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { SelectField, TextArea } from '#ui/field.tsx';
import { reviewFormTexts as texts } from '#ui/form-texts.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { type ReviewSubject, useReviewSubject } from './use-review-subject.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The form for a review of the shop, or of a tool that one has paid for. */
export default function AddReview() {
  const subject = useReviewSubject(useDashboardUser().email);
  const { form, problem, isSending, isRestored, startOver, send } = useReviewForm(subject);
  const { register } = form;
  const { errors } = form.formState;
  return (
    <div className="max-w-xl">
      <PageHead title={texts.title} lead={texts.lead} />
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form method="post" noValidate onSubmit={send} className="space-y-5">
        <SelectField
          label={texts.about}
          hint={subject.hint}
          error={errors.toolId?.message}
          value={subject.toolId ?? ''}
          onChange={({ target }) => {
            form.clearErrors('toolId');
            subject.choose(target.value);
          }}
          none={texts.theShop}
          options={subject.tools.map(({ id, name }) => [id, name])}
        />
        <SelectField
          label={texts.labels.rate}
          defaultValue=""
          error={errors.rate?.message}
          className="max-w-52"
          {...register('rate', { setValueAs: (rate) => (rate ? Number(rate) : undefined) })}
        >
          <option value="" disabled hidden>
            {texts.choose}
          </option>
          {[1, 2, 3, 4, 5].map((rate) => (
            <option key={rate} value={rate}>
              {rate}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={texts.labels.reviews}
          rows={6}
          error={errors.reviews?.message}
          {...register('reviews')}
        />
        <FormFoot problem={problem} waiting={isSending ? texts.sending : undefined}>
          <Button type="submit" busy={isSending}>
            {texts.rateNow}
          </Button>
          <LinkButton to="/" variant="secondary">
            {texts.maybeLater}
          </LinkButton>
        </FormFoot>
      </form>
    </div>
  );
}

const fields = ['toolId', 'rate', 'reviews'] as const;
const reviewFormSchema = z.pick(newReviewSchema, { rate: true, reviews: true, toolId: true });

/** The state of the review form, and what sends it. Lost answers are asked for again under the same key. */
function useReviewForm(subject: ReviewSubject) {
  const { api } = useSession();
  const { email, displayName } = useDashboardUser();
  const queries = useQueryClient();
  const [keys] = useState(() => createAttemptKeys());
  const form = useForm({ resolver: zodResolver(reviewFormSchema) });
  const draft = useDraft(form, { name: 'review', fields: ['rate', 'reviews'] });
  const [problem, setProblem] = useState<string>();

  function startOver() {
    form.reset();
    draft.forget();
  }

  const submission = useMutation({
    mutationFn: (review: NewReview) =>
      api.call(addReviewCall, { body: review, headers: { 'idempotency-key': keys.keyFor(review) } }),
    onSuccess: () => {
      keys.finish();
      notify.success(texts.thanks(displayName));
      startOver();
      subject.choose('');
      return queries.invalidateQueries({ queryKey: ['orders', email] });
    },
    onError: (error) => {
      notify.error(texts.failed);
      keys.fail(error);
      const name = error instanceof ApiError ? error.field : undefined;
      const field = fields.find((each) => each === name);
      if (field) form.setError(field, { message: errorMessage(error) }, { shouldFocus: true });
      else setProblem(errorMessage(error));
    },
  });

  return {
    form,
    problem,
    isSending: submission.isPending,
    isRestored: draft.isRestored,
    startOver,
    send: form.handleSubmit(
      ({ rate, reviews }) => {
        setProblem(undefined);
        const review = { rate, reviews, toolId: subject.toolId, email, name: displayName };
        return submission.mutateAsync(review).catch(() => undefined);
      },
      (errors) => setProblem(formProblems(errors, texts.labels)),
    ),
  };
}
