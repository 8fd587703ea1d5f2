import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { trackingUrl } from '#features/orders/carrier-contract.ts';
import { findParcel, lockParcel, type ParcelView, updateParcel } from '#features/orders/parcel-store.ts';
import { findOrders, type OrderRow } from '#features/orders/store.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { parcelTexts, parcelEmailTexts as texts } from '#features/orders/texts/parcels.ts';
import { isOfVerified, withoutBuyersWords } from '#features/payments/emails.ts';

/** `order` is the oldest in the parcel, whose address it goes to: all are of one buyer. `isCollected`: all of
 * it was collected at the counter. */
type ParcelParts = { parcel: ParcelView; order: OrderRow; isCollected: boolean; origin: string };

/** The order whose history records a failure to deliver the email. */
const about = z.object({ parcelId: z.string(), orderId: z.string() });

async function loadParcel(
  { db, origin }: AppContext,
  { parcelId }: z.infer<typeof about>,
): Promise<ParcelParts | undefined> {
  const parcel = await findParcel(db, parcelId);
  if (!parcel) return undefined;
  const orders = await findOrders(
    db,
    parcel.contents.map(({ order_id }) => order_id),
  );
  const [order] = orders;
  if (!order) return undefined;
  const isCollected = orders.every(({ collected }) => collected);
  const isKnown = await isOfVerified(db, order);
  return { parcel, order: isKnown ? order : withoutBuyersWords(order), isCollected, origin };
}

/** Marks a parcel's email as sent, unless the parcel has been undone: the lock decides which comes first. */
async function claimEmail({ db, clock }: AppContext, parcelId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    if (parcel && !parcel.told_at) await updateParcel(tx, parcelId, { told_at: clock.now() });
    return parcel !== undefined;
  });
}

export const parcelEmails = {
  /** Once composed, the parcel can no longer be undone. */
  sent: emailKind(
    'parcel-sent',
    about,
    async (context, job) =>
      (await claimEmail(context, job.parcelId)) ? loadParcel(context, job) : undefined,
    (parts, shop) => {
      const words = parts.isCollected ? texts.collected : texts.sent;
      return {
        ...compose(parts, shop, { ...headOf(parts.parcel, words), text: words.text }),
        ...(parts.parcel.contents.some(({ has_rest }) => has_rest) && { closing: words.closing }),
      };
    },
  ),

  /** Announces a tracking number that was added after the parcel's email; a later change has its own
   * email. */
  tracking: emailKind(
    'parcel-tracking',
    about.extend({ trackingNumber: z.string() }),
    async (context, job) => {
      const parts = await loadParcel(context, job);
      return parts?.parcel.tracking_number === job.trackingNumber ? parts : undefined;
    },
    (parts, shop) =>
      compose(parts, shop, {
        subject: texts.trackingSubject(numbersOf(parts.parcel)),
        heading: texts.trackingHeading,
        text: texts.trackingText,
      }),
  ),
};

const numbersOf = ({ contents }: ParcelView) => contents.map(({ number }) => number).join(', ');

/** Selects the texts for a complete order, a part of it, the rest of it, or several orders. */
function headOf(parcel: ParcelView, words: typeof texts.sent | typeof texts.collected) {
  const [first, second] = parcel.contents;
  if (!first || second)
    return { subject: words.many.subject(numbersOf(parcel)), heading: words.many.heading };
  const { tool_name, number, quantity, ordered, has_rest } = first;
  const { subject, heading } = quantity === ordered ? words.whole : has_rest ? words.part : words.rest;
  return { subject: subject(tool_name, number), heading };
}

/** Composes the email: the parcel's contents, carrier, tracking number, and tracking link. */
function compose(
  { parcel, order, isCollected, origin }: ParcelParts,
  shop: string,
  { subject, heading, text }: { subject: string; heading: string; text: string },
): Email {
  const url = trackingUrl(parcel.link, parcel.tracking_number);
  return {
    to: order.email,
    subject,
    heading,
    paragraphs: [greeting(order.user_name), text],
    facts: [
      ...parcel.contents.map(({ number, quantity, ordered, tool_name }): [string, string] => [
        `${texts.order} ${number}`,
        parcelTexts.part(quantity, ordered, tool_name),
      ]),
      ...optionalFact(texts.carrier, parcel.carrier),
      ...optionalFact(texts.trackingNumber, parcel.tracking_number),
      ...optionalFact(orderEmailTexts.facts.address, isCollected ? null : order.address || null),
    ],
    link: url
      ? { label: texts.link, url }
      : { label: orderEmailTexts.toOrders, url: `${origin}/dashboard/orders` },
    why: orderEmailTexts.why(shop),
  };
}

const optionalFact = (label: string, fact: string | null): [string, string][] =>
  fact === null ? [] : [[label, fact]];
