import type { Review } from '#features/reviews/contract.ts';
import { reviewsTexts } from '#features/reviews/texts/reviews.ts';
import { useShop } from '#ui/client/load-context.ts';

/** What the shop has answered, under its name; nothing where it has not. */
export function ReviewAnswer({ answer }: Pick<Review, 'answer'>) {
  const { name } = useShop();
  if (!answer) return null;
  return (
    <div className="mt-4 border-l-2 border-line-strong pl-3">
      <p className="text-sm font-semibold">{reviewsTexts.answerOf(name)}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink-soft">{answer.text}</p>
    </div>
  );
}
