import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { holdTexts, paymentTexts } from '#features/orders/texts/payment.ts';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { uiTexts } from '#web/texts/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { formatClockTime } from '#web/ui/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Hold } from './use-hold.ts';

/** What stands above the bar: whatever takes the focus is scrolled clear of it. */
export const formClasses = 'space-y-5 [&_button]:scroll-mb-44 [&_input]:scroll-mb-44';

/**
 * Pay, with what there is to know and do above it. Its place is kept free for the longest message, so that nothing moves
 * when one comes; on a phone it stays at the bottom of the window. Once the hold is over, what helps takes Pay's place.
 */
export function PayBar({
  hold,
  isReady,
  isPaying,
  problem,
}: {
  hold: Hold;
  /** Whether the fields for the card are there. */
  isReady: boolean;
  isPaying: boolean;
  /** Why the last try did not succeed, and what to do. */
  problem: string | undefined;
}) {
  const isOver = !isPaying && (hold.error !== null || hold.hasRunOut);
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 -mx-5 -mt-4 -mb-5 sm:-mx-6 sm:-mb-6 md:static md:mx-0 md:mb-0">
      <div aria-live="polite" className="flex min-h-24 flex-col justify-end px-5 pb-2 sm:px-6 md:px-0">
        <Message hold={hold} isPaying={isPaying} problem={problem} />
      </div>
      <div className="pointer-events-auto rounded-b-md border-t border-line bg-surface px-5 pt-2 pb-4 sm:px-6 md:border-0 md:p-0">
        <p className="min-h-10 text-sm text-ink-soft md:min-h-6">
          {isPaying ? paymentTexts.paying : <TimeLeft hold={hold} />}
        </p>
        <Button
          type={isOver ? 'button' : 'submit'}
          size="lg"
          className="w-full"
          icon={!isOver && <Icon name="card" />}
          busy={isPaying || (isOver && hold.isStarting)}
          disabled={!isOver && !isPaying && !(hold.intent && isReady)}
          onClick={isOver ? hold.start : undefined}
        >
          {!isOver ? paymentTexts.pay : hold.error ? uiTexts.tryAgain : holdTexts.holdAgain}
        </Button>
      </div>
    </div>
  );
}

function Message({
  hold,
  isPaying,
  problem,
}: {
  hold: Hold;
  isPaying: boolean;
  problem: string | undefined;
}) {
  // Each one anew, by its key: a longer one in the same element would be one that moves.
  if (isPaying) return hold.hasRunOut && <Notice key="up">{holdTexts.upButPaying}</Notice>;
  if (hold.error) return <HoldFailure error={hold.error} />;
  if (hold.hasRunOut) return <Notice key="over">{holdTexts.ranOut}</Notice>;
  return (
    problem && (
      <Notice key={problem} isBad>
        {problem}
      </Notice>
    )
  );
}

function Notice({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={classNames(
        'pointer-events-auto rounded-md border px-3 py-2 text-sm font-medium',
        isBad ? 'border-bad/40 bg-bad-wash text-bad' : 'border-warn/40 bg-warn-wash',
      )}
    >
      {children}
    </p>
  );
}

function HoldFailure({ error }: { error: Error }) {
  const isSoldOut = error instanceof ApiError && error.code === 'out_of_stock';
  return (
    <Notice isBad>
      {holdTexts.failed(errorWords(error))}
      {isSoldOut && (
        <>
          {' '}
          {holdTexts.outOfStockBefore}{' '}
          <Link to="/dashboard/orders" className="text-link">
            {holdTexts.outOfStockLink}
          </Link>
          {holdTexts.outOfStockAfter}
        </>
      )}
    </Notice>
  );
}

/** Until when the tools are reserved; what Pay waits for before that. */
function TimeLeft({ hold }: { hold: Hold }) {
  if (hold.isStarting) return holdTexts.setting;
  if (hold.error) return null;
  if (hold.hasRunOut) return holdTexts.reserveToPay;
  if (hold.expiresAtMs === undefined) return null;
  return (
    <>
      {holdTexts.heldUntil}{' '}
      <strong className="text-ink tabular-nums">{formatClockTime(new Date(hold.expiresAtMs))}</strong>{' '}
      <span role="timer" aria-live="off" className="tabular-nums">
        {holdTexts.left(minutesAndSeconds(hold.leftMs ?? 0))}
      </span>
    </>
  );
}

function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
