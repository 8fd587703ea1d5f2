import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { FormFoot, RestoredNote } from '#web/dashboard/form-parts.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { reviewFormTexts as texts } from '#web/texts/forms.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { useReviewForm } from './use-review-form.ts';
import { useReviewSubject } from './use-review-subject.ts';

export const meta = () => pageMeta(texts.title, texts.description);

const rates = [1, 2, 3, 4, 5];

/** The form for a review of the shop, or of a tool that one has paid for. */
export default function AddReview() {
  const subject = useReviewSubject(useDashboardUser().email);
  const { register, errors, problem, isSending, isRestored, startOver, chooseSubject, send } =
    useReviewForm(subject);
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
          onChange={({ target }) => chooseSubject(target.value)}
        >
          <option value="">{texts.theShop}</option>
          {subject.tools.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
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
          {rates.map((rate) => (
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
