import { z } from 'zod/mini';
import { addReviewCall, type NewReview, newReviewSchema } from '#features/reviews/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { FormFoot, RestoredNote } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useDraft } from '#ui/dashboard/use-draft.ts';
import { SelectField, TextArea } from '#ui/field.tsx';
import { reviewFormTexts as texts } from '#ui/form-texts.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { type ReviewSubject, useReviewSubject } from './use-review-subject.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The form for a review of the shop, or of a tool that the user has paid for. */
export default function AddReview() {
  const subject = useReviewSubject(useDashboardUser().email);
  const { form, field, problem, isSending, isRestored, startOver, formProps } = useReviewForm(subject);
  return (
    <div className="max-w-xl">
      <PageHead title={texts.title} lead={texts.lead} />
      <RestoredNote isRestored={isRestored} onStartOver={startOver} />
      <form {...formProps} className="space-y-5">
        <SelectField
          label={texts.about}
          // A refusal says why already.
          hint={form.formState.errors.toolId ? undefined : subject.hint}
          error={form.formState.errors.toolId?.message}
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
          className="max-w-52"
          {...field('rate', { setValueAs: (rate) => (rate ? Number(rate) : undefined) })}
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
        <TextArea label={texts.labels.reviews} rows={6} {...field('reviews')} />
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

const names = ['toolId', 'rate', 'reviews'] as const;
const reviewFormSchema = z.pick(newReviewSchema, { rate: true, reviews: true, toolId: true });
type ReviewFields = z.infer<typeof reviewFormSchema>;

/** State of the review form, and its submission. Retries after lost replies reuse the idempotency key. */
function useReviewForm(subject: ReviewSubject) {
  const { api } = useSession();
  const { email, displayName } = useDashboardUser();
  const callForm = useCallForm({
    schema: reviewFormSchema,
    send({ rate, reviews }: ReviewFields, keyFor) {
      const review: NewReview = { rate, reviews, toolId: subject.toolId, email, name: displayName };
      return api.call(addReviewCall, { body: review, headers: { 'idempotency-key': keyFor(review) } });
    },
    onSent() {
      startOver();
      subject.choose('');
    },
    changes: [['orders', email]],
    done: texts.thanks(displayName),
    fieldAtFault: (refused) => names.find((name) => name === refused),
    failed: texts.failed,
    check: texts.labels,
  });
  const { form } = callForm;
  const draft = useDraft(form, { name: 'review', owner: email, fields: ['rate', 'reviews'] });

  function startOver() {
    form.reset();
    draft.forget();
  }

  return { ...callForm, isRestored: draft.isRestored, startOver };
}
