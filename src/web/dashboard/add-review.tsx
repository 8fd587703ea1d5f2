import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { newReviewSchema } from '#contracts/review.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';
import { PageHead } from './page-head.tsx';
import { useDashboardUser } from './use-dashboard.ts';

export const meta = () => pageMeta('Add A Review', 'Tell others how Toolyard served you.');

const reviewFormSchema = newReviewSchema.pick({ rate: true, reviews: true });
const rates = [1, 2, 3, 4, 5];

/** The form for a review of the shop. */
export default function AddReview() {
  const { api } = useSession();
  const { email, displayName } = useDashboardUser();
  const attempt = useRef<string>(undefined);
  const { register, handleSubmit, reset, setError, formState } = useForm({
    resolver: zodResolver(reviewFormSchema),
  });
  const { errors } = formState;

  const submission = useMutation({
    mutationFn: (review: { rate: number; reviews: string }) => {
      attempt.current ??= crypto.randomUUID();
      return api.addReview({ ...review, email, name: displayName }, attempt.current);
    },
    onSuccess: () => {
      attempt.current = undefined;
      notify.success(`Thank you ${displayName} for your review`);
      reset();
    },
    onError: (error) => {
      notify.error('Sorry,failed to add your review');
      // The shop has seen this attempt and refused it: what is sent next is another one.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) attempt.current = undefined;
      const field = error instanceof ApiError ? error.field : undefined;
      setError(field === 'rate' || field === 'reviews' ? field : 'root', { message: errorWords(error) });
    },
  });

  return (
    <div className="max-w-xl">
      <PageHead title="Add A Review" lead="Your review and your name appear on the home page." />
      <form
        method="post"
        noValidate
        onSubmit={handleSubmit((review) => submission.mutateAsync(review).catch(() => undefined))}
        className="space-y-5"
      >
        <SelectField
          label="Rating"
          defaultValue=""
          error={errors.rate?.message}
          className="max-w-52"
          {...register('rate', { setValueAs: (rate) => (rate ? Number(rate) : undefined) })}
        >
          <option value="" disabled hidden>
            Choose
          </option>
          {rates.map((rate) => (
            <option key={rate} value={rate}>
              {rate}
            </option>
          ))}
        </SelectField>
        <TextArea label="Message" rows={6} error={errors.reviews?.message} {...register('reviews')} />
        <p role="alert" className="text-sm font-medium text-bad empty:hidden">
          {errors.root?.message}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={submission.isPending}>
            Rate now
          </Button>
          <LinkButton to="/" variant="secondary">
            Maybe later
          </LinkButton>
        </div>
      </form>
    </div>
  );
}
