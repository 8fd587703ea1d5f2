import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { addReviewCall, type NewReview, newReviewSchema } from '#features/reviews/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useDraft } from '#features/users/web/use-draft.ts';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { createAttemptKeys } from '#web/client/new-key.ts';
import { problemWords } from '#web/dashboard/problem-words.ts';
import { reviewFormTexts as texts } from '#web/texts/forms.ts';
import { notify } from '#web/ui/toast.tsx';
import type { ReviewSubject } from './use-review-subject.ts';

const reviewFormSchema = z.pick(newReviewSchema, { rate: true, reviews: true, toolId: true });
const fields = ['toolId', 'rate', 'reviews'] as const;
const typedFields = ['rate', 'reviews'] as const;

/** The state of the review form, and what sends it. Lost answers are asked for again under the same key. */
export function useReviewForm(subject: ReviewSubject) {
  const { api } = useSession();
  const { email, displayName } = useDashboardUser();
  const queries = useQueryClient();
  const [keys] = useState(() => createAttemptKeys());
  const form = useForm({ resolver: zodResolver(reviewFormSchema) });
  const draft = useDraft(form, { name: 'review', fields: typedFields });
  const [problem, setProblem] = useState<string>();

  const submission = useMutation({
    mutationFn: (review: NewReview) =>
      api.call(addReviewCall, { body: review, headers: { 'idempotency-key': keys.keyFor(review) } }),
    onSuccess: () => {
      keys.finish();
      notify.success(texts.thanks(displayName));
      form.reset();
      draft.forget();
      subject.choose('');
      return queries.invalidateQueries({ queryKey: ['orders', email] });
    },
    onError: (error) => {
      notify.error(texts.failed);
      // The shop has seen this attempt and refused it: what is sent next is another one.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) keys.finish();
      const name = error instanceof ApiError ? error.field : undefined;
      const field = fields.find((each) => each === name);
      if (field) form.setError(field, { message: errorWords(error) }, { shouldFocus: true });
      else setProblem(errorWords(error));
    },
  });

  return {
    register: form.register,
    errors: form.formState.errors,
    problem,
    isSending: submission.isPending,
    isRestored: draft.isRestored,
    startOver: () => {
      form.reset();
      draft.forget();
    },
    chooseSubject: (toolId: string) => {
      form.clearErrors('toolId');
      subject.choose(toolId);
    },
    send: form.handleSubmit(
      ({ rate, reviews }) => {
        setProblem(undefined);
        return submission
          .mutateAsync({ rate, reviews, toolId: subject.toolId, email, name: displayName })
          .catch(() => undefined);
      },
      (errors) => setProblem(problemWords(errors, texts.labels)),
    ),
  };
}
