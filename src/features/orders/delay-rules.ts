import { addDays } from '#contracts/time-zone.ts';

/* When orders must ship in the United States: the FTC's Mail, Internet, or Telephone Order Merchandise Rule, 16 CFR part 435
 * (decision 132). Days are such as 2026-11-30, in the shop's time zone. */

/** Orders that must ship within so many days are shown as due. */
export const SHIP_SOON_DAYS = 2;

/** By how many days a first notice may delay an order for silence to count as consent, and within how many
 * the buyer must consent to any other (435.2(b)(1)). */
const SILENT_DAYS = 30;

/** How long the buyer has to answer a notice that was sent too late: the rule then has the order canceled, and
 * refunded within seven working days. */
const LATE_ANSWER_DAYS = 3;

/** How far ahead a new date may be. */
export const MAX_DELAY_DAYS = 365;

/** What a buyer's silence means. */
export const delaySilences = ['consents', 'cancels'] as const;
export type DelaySilence = (typeof delaySilences)[number];

/** `ended`: the order shipped or was canceled otherwise before an answer. */
export const delayStates = ['open', 'consented', 'cancelled', 'ended'] as const;
export type DelayState = (typeof delayStates)[number];

/** Returns what a buyer's silence about a delay means, and the last day on which an answer is awaited.
 * `isFirst`: the order was never delayed before; `newDate`: null if it is unknown. */
export function silenceAbout(delay: {
  shipBy: string;
  newDate: string | null;
  isFirst: boolean;
  today: string;
}): { silence: DelaySilence; answerBy: string } {
  const { shipBy, newDate, isFirst, today } = delay;
  if (today > shipBy) return { silence: 'cancels', answerBy: addDays(today, LATE_ANSWER_DAYS) };
  const last = addDays(shipBy, SILENT_DAYS);
  if (isFirst && newDate !== null && newDate <= last) return { silence: 'consents', answerBy: shipBy };
  return { silence: 'cancels', answerBy: isFirst ? last : shipBy };
}
