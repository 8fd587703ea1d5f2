import { z } from 'zod';
import { UTC } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type DelayRow, findDelay } from '#features/orders/delay-store.ts';
import { begin, dayWords, loadForBuyer, type OrderParts, orderFacts } from '#features/payments/emails.ts';
import { linkTo } from './links.ts';
import { delayEmailTexts as texts } from './texts.ts';

/** `orderId`: the order whose history records a failure to deliver the email. */
const aboutSchema = z.object({ noticeId: z.string(), orderId: z.string() });

/** Writes a day as emails do: 'November 30, 2026'. */
export const dayText = (day: string): string => dayWords(new Date(day), UTC);

type Parts = OrderParts & { notice: DelayRow; url: string };

export const delayEmails = {
  /** Tells the buyer about a delay, and asks whether they wait or cancel, unless that is settled already. */
  notice: emailKind(
    'delay-notice',
    aboutSchema,
    async (context: AppContext, { noticeId, orderId }): Promise<Parts | undefined> => {
      const notice = await findDelay(context.db, noticeId);
      if (notice?.state !== 'open') return undefined;
      const parts = await loadForBuyer(context, { orderId });
      return parts && { ...parts, notice, url: await linkTo(context, noticeId) };
    },
    ({ notice, url, ...parts }, shop) => ({
      ...begin(parts, shop, texts),
      facts: [
        ...orderFacts(parts),
        [texts.planned, dayText(notice.was_due_on)],
        [texts.newDate, notice.new_date === null ? texts.unknown : dayText(notice.new_date)],
        ...(notice.reason ? [[texts.reason, notice.reason] as [string, string]] : []),
      ],
      link: { label: texts.link, url, isSpelledOut: true },
      closing: closingOf(notice),
    }),
  ),
};

function closingOf({ silence, new_date, answer_by }: DelayRow): string {
  if (silence === 'consents') return texts.consents(dayText(new_date ?? answer_by));
  return `${texts.cancels(dayText(answer_by))} ${texts.anyTime}`;
}
