import type { ComponentProps } from 'react';
import {
  hideReviewCall,
  hideReviewSchema,
  type ManagedReview,
  showReviewCall,
} from '#features/reviews/contract.ts';
import { manageReviewsTexts as texts } from '#features/reviews/texts/manage.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useRowChange } from '#ui/dashboard/use-row-change.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';

type HideButtonProps = { review: ManagedReview; onHide: (review: ManagedReview) => void } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'className'
>;

/** Opens the dialog to hide a review, or shows a hidden one at once. */
export function HideButton({ review, onHide, ...look }: HideButtonProps) {
  const { api } = useSession();
  const showing = useReviewChange();
  const { _id, name, hidden } = review;
  function show() {
    showing.mutate({
      row: review,
      async send() {
        const { modifiedCount } = await api.call(showReviewCall, { params: { id: _id } });
        return modifiedCount > 0 ? { hidden: null } : undefined;
      },
      done: texts.isShown,
    });
  }
  return (
    <Button
      {...look}
      variant="secondary"
      busy={showing.isPending}
      aria-label={hidden ? texts.showOf(name) : texts.hideOf(name)}
      onClick={hidden ? show : () => onHide(review)}
    >
      {hidden ? texts.show : texts.hide}
    </Button>
  );
}

/** Asks for a reason before a review is hidden. */
export function HideDialog({ review, onClose }: { review: ManagedReview | undefined; onClose: () => void }) {
  return (
    <Dialog open={review !== undefined} onClose={onClose} title={review ? texts.hideTitle(review.name) : ''}>
      {review && <HideForm review={review} onClose={onClose} />}
    </Dialog>
  );
}

function HideForm({ review, onClose }: { review: ManagedReview; onClose: () => void }) {
  const { api } = useSession();
  const hiding = useReviewChange(onClose, () => undefined);
  const { field, isSending, formProps } = useCallForm({
    schema: hideReviewSchema,
    defaultValues: { reason: '' },
    send: (body) =>
      hiding.mutateAsync({
        row: review,
        async send() {
          const { modifiedCount } = await api.call(hideReviewCall, { params: { id: review._id }, body });
          return modifiedCount > 0 ? { hidden: { ...body, at: new Date().toISOString() } } : undefined;
        },
        done: texts.isHidden,
      }),
    fieldAtFault: () => 'reason',
  });
  return (
    <form {...formProps} className="space-y-5">
      <p className="text-ink-soft">{texts.hideWarning}</p>
      <TextField label={texts.reason} hint={texts.reasonHint} {...field('reason')} />
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.hide}
      </DialogFoot>
    </form>
  );
}

/** Query key prefix of the list of all reviews, for any filters. */
export const allReviewsKey = ['all-reviews'];

/** Changes a review and updates it in the list. */
export const useReviewChange = (onEnd?: () => void, onFailure?: (error: unknown) => void) =>
  useRowChange<ManagedReview>(allReviewsKey, onEnd, onFailure);
