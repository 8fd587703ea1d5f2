import { z } from 'zod';
import { dayIn, UTC } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { dayWords, isOfVerified, loadOrder } from '#features/payments/emails.ts';
import { readReturn } from '#features/returns/store.ts';
import { returnPostageTexts } from '#features/returns/texts.ts';
import { LOCALE } from '#texts/locale.ts';
import { withdrawalEmailTexts as texts, withdrawalOutcomes } from './texts.ts';

/** Days in which the buyer sends the goods (Directive 2011/83/EU, art. 14(1)). */
const SEND_BACK_MS = 14 * 86_400_000;

/** `to`: the address of a buyer whose account was erased; `name`: as it was declared. */
const aboutWithdrawal = z.object({
  orderId: z.string(),
  number: z.string(),
  returnId: z.nullable(z.string()),
  to: z.optional(z.string()),
  name: z.string(),
  declaredAt: z.iso.datetime(),
  until: z.nullable(z.string()),
  /** Whether `until` goes by an assumed delivery; jobs of earlier versions don't have it. */
  isAssumed: z.boolean().default(false),
  lines: z.array(
    z.object({
      number: z.string(),
      asked: z.int(),
      open: z.int(),
      outcome: z.enum(withdrawalOutcomes),
    }),
  ),
});
type AboutWithdrawal = z.infer<typeof aboutWithdrawal>;

type Facts = NonNullable<Email['facts']>;

async function loadWithdrawal(context: AppContext, about: AboutWithdrawal) {
  const parts = await loadOrder(context, about);
  if (!parts) return undefined;
  const { db, config, origin } = context;
  const { order, zone } = parts;
  const opened = about.returnId === null ? undefined : await readReturn(db, about.returnId, config.currency);
  // An address that nobody has verified may be a stranger's (decision 81).
  const mayBeNamed = about.to !== undefined || (await isOfVerified(db, order));
  return {
    ...about,
    to: about.to ?? order.email,
    isErased: about.to !== undefined,
    name: mayBeNamed ? about.name : '',
    lines: about.lines.map((line) =>
      line.outcome === 'unknown' && !mayBeNamed ? { ...line, number: '' } : line,
    ),
    opened,
    zone,
    origin,
  };
}
type WithdrawalParts = NonNullable<Awaited<ReturnType<typeof loadWithdrawal>>>;

export const withdrawalEmails = {
  /** The acknowledgement with content, date, and time (Directive 2011/83/EU, art. 11a(4)). */
  received: emailKind('withdrawal-received', aboutWithdrawal, loadWithdrawal, (parts, shop) => {
    const { opened, isErased, origin, declaredAt, zone, number } = parts;
    return {
      to: parts.to,
      subject: texts.subject(number),
      heading: texts.heading,
      paragraphs: [greeting(parts.name), texts.text(momentWords(declaredAt, zone)), ...outcomeWords(parts)],
      facts: factsOf(parts),
      ...(!isErased && {
        link: opened
          ? { label: texts.viewReturn, url: `${origin}/dashboard/returns/${opened._id}` }
          : { label: texts.viewOrders, url: `${origin}/dashboard/orders?q=${number}` },
      }),
      closing: texts.closing,
      why: orderEmailTexts.why(shop),
    };
  }),
};

function factsOf({ name, number, lines, declaredAt, zone, opened }: WithdrawalParts): Facts {
  const known = (label: string, value: string | null | undefined): Facts => (value ? [[label, value]] : []);
  return [
    ...known(texts.facts.name, name),
    [texts.facts.order, number],
    [texts.facts.declared, momentWords(declaredAt, zone)],
    ...lines.flatMap((line) => known(line.number, line.number && texts.units(line.asked))),
    ...known(texts.facts.return, opened?.number),
    ...known(texts.facts.address, opened?.address),
    ...known(texts.facts.postage, opened?.postage && returnPostageTexts[opened.postage]),
  ];
}

/** What becomes of the lines, each outcome once. */
function outcomeWords({ lines, until, isAssumed, declaredAt, zone, opened }: WithdrawalParts): string[] {
  const lastDay = until === null ? '' : dayWords(new Date(until), UTC);
  const said = withdrawalOutcomes
    .filter((outcome) => lines.some((line) => line.outcome === outcome && outcome !== 'opened'))
    .map((outcome) => {
      const numbers = lines.filter((line) => line.outcome === outcome).map((line) => line.number);
      return texts.outcomes[outcome](numbers.join(', '), lastDay);
    });
  if (!opened) return said;
  const sendBy = dayWords(new Date(Date.parse(declaredAt) + SEND_BACK_MS), zone);
  const isLate = until !== null && dayIn(new Date(declaredAt), zone) > until;
  const checked = isLate && isAssumed ? texts.checkedDelivery(lastDay) : texts.checked;
  return [opened.state === 'requested' ? checked : texts.sendBack(sendBy), texts.refund, ...said];
}

/** 'November 30, 2026 at 3:04 PM GMT+1'. */
function momentWords(at: string, timeZone: string): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(LOCALE, { ...day, ...time, timeZone }).format(new Date(at));
}
