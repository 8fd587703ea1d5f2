import { useState } from 'react';
import type { ListedOrder } from '#features/orders/contract.ts';
import { needsShipping } from '#features/orders/order-states.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { useAction } from '#ui/use-action.ts';
import { answerDelayCall, type DelayAnswer } from '../contract.ts';
import { delayAnswerTexts as texts } from '../texts.ts';
import { DelayWords, dayWords } from './delay-words.tsx';

type ButtonsProps = {
  number: string;
  canConsent: boolean;
  busy: boolean;
  onAnswer: (answer: DelayAnswer) => void;
};

/** The buyer's two answers; canceling asks first. */
function DelayButtons({ number, canConsent, busy, onAnswer }: ButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      {canConsent && (
        <Button size="sm" busy={busy} aria-label={texts.waitOf(number)} onClick={() => onAnswer('consent')}>
          {texts.wait}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={texts.cancelOf(number)}
        onClick={() => setAsking(true)}
      >
        {texts.cancel}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.cancelTitle}
        confirmLabel={texts.cancel}
        cancelLabel={texts.keep}
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          onAnswer('cancel');
        }}
      >
        <p>{texts.cancelText}</p>
      </ConfirmDialog>
    </div>
  );
}

type Delayed = Pick<ListedOrder, 'number' | 'state' | 'shipBy' | 'delay'>;

/** In My Orders: until when an order ships, and a notice of a delay to answer. */
export function OrderDelay({ order: { number, state, shipBy, delay } }: { order: Delayed }) {
  const { api } = useSession();
  const answering = useAction({
    call: (answer: DelayAnswer) =>
      api.call(answerDelayCall, { params: { id: delay?._id ?? '' }, body: { answer } }),
    changes: [['orders']],
    done: ({ state: now }) => (now === 'cancelled' ? texts.canceled : texts.waits),
  });
  if (!needsShipping(state)) return null;
  if (delay?.state === 'open')
    return (
      <div className="space-y-2 rounded-md border border-warn/30 bg-warn-wash p-3 text-sm">
        <DelayWords notice={delay} />
        <DelayButtons number={number} canConsent busy={answering.isPending} onAnswer={answering.mutate} />
      </div>
    );
  if (shipBy === null) return null;
  return <p className="text-sm text-ink-soft">{texts.shipsBy(dayWords(shipBy))}</p>;
}
