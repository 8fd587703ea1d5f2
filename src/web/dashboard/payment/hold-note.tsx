import { Link } from 'react-router';
import { holdTexts as texts } from '#texts/payment.ts';
import { ApiError } from '#web/api-client.ts';
import { errorWords } from '#web/error-words.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { formatClockTime } from '#web/ui/format.ts';
import type { Hold } from './use-hold.ts';

function minutesAndSeconds(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Says until when the tools are held; once that is over, or could not begin, what happened and what to do. */
export function HoldNote({
  hold,
  paying,
  onReloadOrder,
}: {
  hold: Hold;
  paying: boolean;
  onReloadOrder: () => void;
}) {
  if (hold.error) return <HoldFailure hold={hold} error={hold.error} onReloadOrder={onReloadOrder} />;
  if (hold.hasRunOut && paying) {
    return (
      <p role="alert" className="min-h-6">
        {texts.upButPaying}
      </p>
    );
  }
  if (hold.hasRunOut) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 rounded-md border border-warn/40 bg-warn-wash px-4 py-3"
      >
        <p className="min-w-52 flex-1">{texts.ranOut}</p>
        <Button variant="secondary" size="sm" busy={hold.isStarting} onClick={hold.start}>
          {texts.holdAgain}
        </Button>
      </div>
    );
  }
  if (hold.expiresAtMs === undefined) {
    return <p className="min-h-6 text-ink-soft">{hold.isStarting && texts.setting}</p>;
  }
  return (
    <p className="min-h-6 text-ink-soft">
      {texts.heldUntil}{' '}
      <strong className="text-ink tabular-nums">{formatClockTime(new Date(hold.expiresAtMs))}</strong>{' '}
      <span role="timer" aria-live="off" className="tabular-nums">
        {texts.left(minutesAndSeconds(hold.leftMs ?? 0))}
      </span>
    </p>
  );
}

function HoldFailure({
  hold,
  error,
  onReloadOrder,
}: {
  hold: Hold;
  error: Error;
  onReloadOrder: () => void;
}) {
  const code = error instanceof ApiError ? error.code : undefined;
  const again = code === 'price_changed' || code === 'conflict' || code === 'not_found';
  return (
    <div className="space-y-3">
      <ErrorState
        message={texts.failed(errorWords(error))}
        retrying={hold.isStarting}
        onRetry={() => {
          if (again) onReloadOrder();
          hold.start();
        }}
      />
      {code === 'out_of_stock' && (
        <p className="text-sm text-ink-soft">
          {texts.outOfStockBefore}{' '}
          <Link to="/dashboard/orders" className="text-link">
            {texts.outOfStockLink}
          </Link>
          {texts.outOfStockAfter}
        </p>
      )}
    </div>
  );
}
