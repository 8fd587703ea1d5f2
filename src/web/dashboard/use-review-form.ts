import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type NewReview, newReviewSchema } from '#contracts/review.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { notify } from '#web/ui/toast.tsx';
import { useDashboardUser } from './use-dashboard.ts';
import type { ReviewSubject } from './use-review-subject.ts';

const reviewFormSchema = newReviewSchema.pick({ rate: true, reviews: true, toolId: true });
const fields = ['toolId', 'rate', 'reviews'] as const;

/** The state of the review form, and what sends it. Lost answers are asked for again under the same key. */
export function useReviewForm(subject: ReviewSubject) {
  const { api } = useSession();
  const { email, displayName } = useDashboardUser();
  const queries = useQueryClient();
  const attempt = useRef<string>(undefined);
  const form = useForm({ resolver: zodResolver(reviewFormSchema) });

  const submission = useMutation({
    mutationFn: (review: NewReview) => {
      attempt.current ??= crypto.randomUUID();
      return api.addReview(review, attempt.current);
    },
    onSuccess: () => {
      attempt.current = undefined;
      notify.success(`Thank you ${displayName} for your review`);
      form.reset();
      subject.choose('');
      return queries.invalidateQueries({ queryKey: ['orders', email] });
    },
    onError: (error) => {
      notify.error('Sorry,failed to add your review');
      // The shop has seen this attempt and refused it: what is sent next is another one.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) attempt.current = undefined;
      const name = error instanceof ApiError ? error.field : undefined;
      form.setError(fields.find((field) => field === name) ?? 'root', { message: errorWords(error) });
    },
  });

  return {
    register: form.register,
    errors: form.formState.errors,
    isSending: submission.isPending,
    chooseSubject: (toolId: string) => {
      form.clearErrors('toolId');
      subject.choose(toolId);
    },
    send: form.handleSubmit(({ rate, reviews }) =>
      submission
        .mutateAsync({ rate, reviews, toolId: subject.toolId, email, name: displayName })
        .catch(() => undefined),
    ),
  };
}
