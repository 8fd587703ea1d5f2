import { UTC } from '#contracts/time-zone.ts';
import type { DelayNotice } from '#features/orders/contract.ts';
import { timesIn } from '#ui/moments.ts';
import { delayAnswerTexts as texts } from '../texts.ts';

/** Writes a day without a time zone: 'Nov 30, 2026'. */
export const dayWords = (day: string): string => timesIn(UTC).day(day);

/** What a buyer is told about a delay, and what no answer means while one is awaited. */
export function DelayWords({ notice }: { notice: DelayNotice }) {
  const { wasDueOn, newDate, reason, silence, answerBy, state } = notice;
  const was = dayWords(wasDueOn);
  return (
    <>
      <p>{newDate === null ? texts.unknown(was) : texts.delayed(was, dayWords(newDate))}</p>
      {reason && <p className="whitespace-pre-line wrap-anywhere">{texts.reason(reason)}</p>}
      {state === 'open' && (
        <p>
          {silence === 'consents'
            ? texts.consents(dayWords(newDate ?? answerBy))
            : texts.cancels(dayWords(answerBy))}
        </p>
      )}
    </>
  );
}
