import { z } from 'zod';
import { formatPrice, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { type EmailKind, emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { loadForBuyer } from '#features/payments/emails.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import type { Return, ReturnLine } from './contract.ts';
import { returnEmailTexts as texts } from './email-texts.ts';
import { readReturn } from './store.ts';
import { returnPostageTexts, returnReasonTexts } from './texts.ts';

type Facts = NonNullable<Email['facts']>;

type ReturnParts = PriceStyle & {
  shown: Return;
  /** The buyer; the name is left out of emails to an address that nobody has verified. */
  name: string;
  to: string;
  origin: string;
};

/** `at` distinguishes emails of one kind about the same return. */
const aboutReturn = z.object({ returnId: z.string(), at: z.iso.datetime() });
type AboutReturn = z.infer<typeof aboutReturn>;

async function loadReturn(context: AppContext, returnId: string): Promise<ReturnParts | undefined> {
  const shown = await readReturn(context.db, returnId, context.config.currency);
  const [first] = shown?.lines ?? [];
  const parts = first && (await loadForBuyer(context, { orderId: first.orderId }));
  if (!shown || !parts) return undefined;
  const { order, currency, currencyDisplay, origin } = parts;
  return { shown, name: order.user_name, to: order.email, currency, currencyDisplay, origin };
}

type Words = { subject: (number: string) => string; heading: string; text: string; closing?: string };

/** A kind of email to the buyer, with facts of its own beside the lines. */
const toBuyer = (
  mail: string,
  words: Words,
  facts: (parts: ReturnParts) => Facts,
): EmailKind<AboutReturn, ReturnParts> =>
  emailKind(
    mail,
    aboutReturn,
    (context: AppContext, { returnId }) => loadReturn(context, returnId),
    (parts, shop) => ({
      to: parts.to,
      subject: words.subject(parts.shown.number),
      heading: words.heading,
      paragraphs: [greeting(parts.name), words.text],
      facts: [...returnFacts(parts), ...facts(parts)],
      link: { label: texts.link, url: `${parts.origin}/dashboard/returns/${parts.shown._id}` },
      ...(words.closing !== undefined && { closing: words.closing }),
      why: orderEmailTexts.why(shop),
    }),
  );

export const returnEmails = {
  requested: toBuyer('return-requested', texts.requested, () => []),

  /** Also sent when staff have corrected the address, the label, or who pays. */
  approved: toBuyer('return-approved', texts.approved, ({ shown, origin }) => [
    ...fact(texts.facts.address, shown.address),
    ...fact(texts.facts.postage, shown.postage && returnPostageTexts[shown.postage]),
    ...fact(
      texts.facts.label,
      shown.labelUrl ?? (shown.hasLabel && `${origin}/dashboard/returns/${shown._id}`),
    ),
  ]),

  refused: toBuyer('return-refused', texts.refused, ({ shown }) => fact(texts.facts.reason, shown.reason)),

  received: toBuyer('return-received', texts.received, (parts) => [
    ...parts.shown.lines.filter(({ received }) => received > 0).map((line) => arrivedFact(parts, line)),
    ...refundFact(parts),
  ]),

  closed: toBuyer('return-closed', texts.closed, ({ shown }) => fact(texts.facts.reason, shown.reason)),

  /** Notifies staff of a return to answer. */
  toStaff: staffEmail(
    'return',
    z.object({ returnId: z.string() }),
    (context, { returnId }) => loadReturn(context, returnId),
    (parts) => {
      const { shown, origin } = parts;
      const { subject, heading, text, link } = texts.toStaff[shown.kind];
      return {
        subject: subject(shown.number),
        heading,
        paragraphs: [shown.state === 'approved' ? texts.toStaff.approved : text],
        facts: [
          ...returnFacts(parts),
          [texts.facts.buyer, shown.name],
          [texts.facts.email, shown.email],
          ...fact(texts.facts.note, shown.note),
        ],
        link: { label: link, url: `${origin}/dashboard/returns/${shown._id}` },
      };
    },
  ),
};

/** Its number, its purchase, and its lines with their reasons. */
const returnFacts = ({ shown }: ReturnParts): Facts => [
  [texts.facts.return, shown.number],
  [texts.facts.order, shown.purchaseNumber],
  ...shown.lines.map(({ orderNumber, quantity, toolName, partNumber, reason }): Facts[number] => [
    orderNumber,
    texts.units(quantity, orderListTexts.numberedTool(toolName, partNumber), returnReasonTexts[reason]),
  ]),
];

/** What became of the units of a line that arrived. */
function arrivedFact({ currency, currencyDisplay }: ReturnParts, line: ReturnLine): Facts[number] {
  const { received, accepted, deducted, rejectedReason } = line;
  const shown = formatPrice(deducted, currency, currencyDisplay);
  return [
    texts.arrived(line.orderNumber),
    [
      texts.accepted(accepted, received),
      ...(deducted > 0 ? [texts.deducted(shown)] : []),
      ...(rejectedReason === null ? [] : [rejectedReason]),
    ].join(' · '),
  ];
}

function refundFact({ shown, currency, currencyDisplay }: ReturnParts): Facts {
  const refunded = shown.lines.reduce((sum, line) => sum + line.refunded, 0);
  return refunded > 0 ? [[texts.facts.refund, formatPrice(refunded, currency, currencyDisplay)]] : [];
}

/** A line with what is known; else none. */
const fact = (label: string, value: string | null | false): Facts => (value ? [[label, value]] : []);
