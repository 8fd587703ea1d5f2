import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { Icon } from '#ui/icon.tsx';
import { useTimes } from '#ui/moments.ts';
import { uiTexts } from '#ui/texts.ts';
import { paymentTexts, reservationTexts as texts } from '../texts.ts';
import type { Reservation } from './use-reservation.ts';

/** Props of every provider's card form. */
export type CardFormProps = {
  /** The payment to make; `undefined` while it is being started. */
  intent: { paymentIntentId: string; clientSecret: string } | undefined;
  /** The formatted amount, for the bank's question: '$129.00'. */
  amount: string;
  billing: { name: string; email: string };
  /** Reports whether a card is being charged. Meanwhile the intent must not change, whatever happens to its
   * reservation. */
  onPaying: (paying: boolean) => void;
  /** Why nothing was charged, and what to do. */
  onProblem: (words: string) => void;
  /** Called once, when the card was charged. */
  onPaid: (transactionId: string) => void;
  /** The payment was cancelled meanwhile and must be started again. Nothing was charged. */
  onIntentLost: () => void;
  /** Renders the foot of the form with the Pay button. `isReady`: the fields are loaded. */
  payBar: (isReady: boolean) => ReactNode;
};

/** Classes of a card form: focused fields scroll clear of the bar below. */
export const formClasses = 'space-y-5 [&_button]:scroll-mb-44 [&_input]:scroll-mb-44';

type PayBarProps = {
  reservation: Reservation;
  isReady: boolean;
  isPaying: boolean;
  /** Why the last attempt failed, and what to do. */
  problem: string | undefined;
  /** Help if some of several orders are out of stock. */
  wayOn: ReactNode;
};

/** The Pay button, with messages below it. On a phone it sticks to the bottom of the window; messages are
 * above it, at the end of the form, so that they cover no field, with room for three lines of them. After
 * the reservation expires, recovery actions replace Pay. */
export function PayBar(props: PayBarProps) {
  const { reservation, isReady, isPaying } = props;
  const isOver = !isPaying && (reservation.error !== null || reservation.isExpired);
  return (
    <div className="contents md:m-0 md:flex md:flex-col-reverse">
      <div aria-live="polite" className="flex min-h-28 flex-col justify-end pb-2 md:min-h-0 md:p-0">
        <Message {...props} />
      </div>
      <div className="sticky bottom-0 z-10 -mx-5 -mb-5 rounded-b-md border-t border-line bg-surface px-5 pt-2 pb-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:static md:m-0 md:border-0 md:p-0">
        <p className="min-h-10 text-sm text-ink-soft md:min-h-6">
          {isPaying ? paymentTexts.paying : <TimeLeft reservation={reservation} />}
        </p>
        <Button
          type={isOver ? 'button' : 'submit'}
          size="lg"
          className="w-full"
          icon={!isOver && <Icon name="card" />}
          busy={isPaying || (isOver && reservation.isStarting)}
          disabled={!isOver && !isPaying && !(reservation.intent && isReady)}
          onClick={isOver ? reservation.start : undefined}
        >
          {!isOver ? paymentTexts.pay : reservation.error ? uiTexts.tryAgain : texts.again}
        </Button>
      </div>
    </div>
  );
}

/** The error message. A key per message makes it a new element: a longer text in the same element would count
 * as a layout shift. */
function Message({ reservation: { error, isExpired }, isPaying, problem, wayOn }: PayBarProps) {
  if (isPaying) return isExpired && <Notice key="up">{texts.upButPaying}</Notice>;
  if (error) {
    const isSoldOut = error instanceof ApiError && error.code === 'out_of_stock';
    return (
      <Notice isBad>
        {texts.failed(errorMessage(error))}
        {isSoldOut && wayOn}
        {isSoldOut && !wayOn && (
          <>
            {' '}
            {texts.outOfStockBefore}{' '}
            <Link to="/dashboard/orders" className="text-link">
              {texts.outOfStockLink}
            </Link>
            {texts.outOfStockAfter}
          </>
        )}
      </Notice>
    );
  }
  if (isExpired) return <Notice key="over">{texts.ranOut}</Notice>;
  if (!problem) return null;
  return (
    <Notice key={problem} isBad>
      {problem}
    </Notice>
  );
}

function Notice({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <div
      ref={bringIntoView}
      role="alert"
      className={classNames(
        'scroll-mb-44 rounded-md border px-3 py-2 text-sm font-medium md:mt-3',
        isBad ? 'border-bad/40 bg-bad-wash text-bad' : 'border-warn/40 bg-warn-wash',
      )}
    >
      {children}
    </div>
  );
}

// Clear of the bar, which covers the end of the window on a phone.
const bringIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** Until when the tools are reserved; before that, what Pay waits for. */
function TimeLeft({ reservation }: { reservation: Reservation }) {
  const { isStarting, error, isExpired, expiresAtMs, leftMs = 0 } = reservation;
  const times = useTimes();
  if (isStarting) return texts.starting;
  if (error) return null;
  if (isExpired) return texts.toPay;
  if (expiresAtMs === undefined) return null;
  const seconds = Math.floor(leftMs / 1000);
  return (
    <>
      {texts.until}{' '}
      <strong className="text-ink tabular-nums">
        {times.clockTime(new Date(expiresAtMs).toISOString())}
      </strong>{' '}
      <span role="timer" aria-live="off" className="tabular-nums">
        {texts.left(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)}
      </span>
    </>
  );
}
