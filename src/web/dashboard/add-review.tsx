import { pageMeta } from '#web/page-meta.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { SelectField, TextArea } from '#web/ui/field.tsx';
import { PageHead } from './page-head.tsx';
import { useDashboardUser } from './use-dashboard.ts';
import { useReviewForm } from './use-review-form.ts';
import { useReviewSubject } from './use-review-subject.ts';

export const meta = () => pageMeta('Add A Review', 'Tell others how Toolyard and its tools served you.');

const rates = [1, 2, 3, 4, 5];

/** The form for a review of the shop, or of a tool that one has paid for. */
export default function AddReview() {
  const subject = useReviewSubject(useDashboardUser().email);
  const { register, errors, isSending, chooseSubject, send } = useReviewForm(subject);
  return (
    <div className="max-w-xl">
      <PageHead
        title="Add A Review"
        lead="Your review and your name appear on the home page, and on the tool’s own page if it is about one."
      />
      <form method="post" noValidate onSubmit={send} className="space-y-5">
        <SelectField
          label="About"
          hint={subject.hint}
          error={errors.toolId?.message}
          value={subject.toolId ?? ''}
          onChange={({ target }) => chooseSubject(target.value)}
        >
          <option value="">The shop as a whole</option>
          {subject.tools.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
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
          <Button type="submit" busy={isSending}>
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
