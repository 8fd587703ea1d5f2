import type { ListedOrder } from '#features/orders/contract.ts';
import { orderStoryTexts } from '#features/orders/texts/orders.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMoment, formatShortMoment } from '#web/ui/format.ts';
import { type OrderStep, orderSteps, type StoryReader } from './order-steps.ts';

// Filled by their borders, which forced colours keep.
const marks: Record<OrderStep['state'], string> = {
  done: 'border-5 border-good',
  next: 'border-2 border-accent',
  later: 'border-2 border-line-strong',
  wrong: 'border-5 border-bad',
};

const words: Record<OrderStep['state'], string> = {
  done: 'text-ink',
  next: 'font-semibold text-ink',
  later: 'text-ink-soft',
  wrong: 'font-semibold text-bad',
};

/** An order's story at a glance: what has happened and when, what comes next, and what is still to come. */
export function OrderStory({
  order,
  reader,
  className,
}: {
  order: ListedOrder;
  reader: StoryReader;
  className?: string;
}) {
  return (
    <ol aria-label={orderStoryTexts.label} className={className}>
      {orderSteps(order, reader).map(({ words: title, at, state }) => (
        <li
          key={title}
          aria-current={state === 'next' ? 'step' : undefined}
          // The line leads from one mark to the next.
          className="relative flex flex-wrap gap-x-1.5 pl-5 not-last:after:absolute not-last:after:top-4 not-last:after:-bottom-1.5 not-last:after:left-1 not-last:after:border-l-2 not-last:after:border-line"
        >
          <span
            aria-hidden="true"
            className={classNames('absolute top-1 left-0 size-2.5 rounded-full bg-surface', marks[state])}
          />
          <span className={words[state]}>{title}</span>
          {at && (
            <time dateTime={at} title={formatMoment(at)} className="text-ink-soft tabular-nums">
              {formatShortMoment(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
