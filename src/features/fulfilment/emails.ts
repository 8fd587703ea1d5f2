import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { trackingUrl } from '#features/orders/carrier-contract.ts';
import { isCancelled, needsShipping } from '#features/orders/order-states.ts';
import {
  findParcel,
  findParcelsOfOrders,
  lockParcel,
  type ParcelView,
  updateParcel,
} from '#features/orders/parcel-store.ts';
import { findPurchases } from '#features/orders/purchase-store.ts';
import { findOrders, type OrderRow } from '#features/orders/store.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { parcelTexts, parcelEmailTexts as texts } from '#features/orders/texts/parcels.ts';
import { purchaseTexts } from '#features/orders/texts/purchase.ts';
import { isOfVerified, withoutBuyersWords } from '#features/payments/emails.ts';
import type { Database } from '#platform/database/database.ts';

/** `order` is the oldest in the parcel, whose address it goes to: all are of one buyer. `purchase`: the
 * number of the purchase that all of it belongs to, and what of that ships; undefined for orders of several.
 * `isCollected`: all of it was collected at the counter. */
type ParcelParts = {
  parcel: ParcelView;
  order: OrderRow;
  purchase?: { number: string; share: 'whole' | 'part' | 'rest' } | undefined;
  isCollected: boolean;
  origin: string;
};

/** The order whose history records a failure to deliver the email. */
const about = z.object({ parcelId: z.string(), orderId: z.string() });

/** `sentAt`: when the parcel was sent, or last added to, as this email was queued; jobs
 * of earlier versions have none. */
const aboutSent = about.extend({ sentAt: z.optional(z.string()) });

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
  return {
    parcel,
    order: isKnown ? order : withoutBuyersWords(order),
    purchase: await purchaseIn(db, parcel),
    isCollected,
    origin,
  };
}

/** Finds the purchase that all of a parcel belongs to, and how much of it the parcel holds. */
async function purchaseIn(
  db: Database,
  { id, contents, told_at }: ParcelView,
): Promise<ParcelParts['purchase']> {
  const ids = contents.map(({ order_id }) => order_id);
  const purchaseOf = await findPurchases(db, ids);
  const [purchase, another] = new Set(ids.map(purchaseOf));
  if (!purchase || another) return undefined;
  const { number, orders } = purchase;
  if (orders.some(({ state }) => needsShipping(state))) return { number, share: 'part' };
  const isWhole =
    contents.every(({ quantity, ordered }) => quantity === ordered) &&
    orders.every(({ id, state }) => isCancelled(state) || ids.includes(id));
  if (isWhole) return { number, share: 'whole' };
  // Of parcels that leave at once, only the one announced last has the rest.
  const parcelsOf = await findParcelsOfOrders(
    db,
    orders.map((order) => order.id),
  );
  const others = orders.flatMap((order) => parcelsOf(order.id)).filter((parcel) => parcel.id !== id);
  const isLast = others.every((other) => other.told_at && told_at && other.told_at <= told_at);
  return { number, share: isLast ? 'rest' : 'part' };
}

/** Marks a parcel's email as sent, unless the parcel has been undone, or was added to after the email was
 * queued and so has a later one: the lock decides which comes first. */
async function claimEmail(
  { db, clock }: AppContext,
  { parcelId, sentAt }: z.infer<typeof aboutSent>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const parcel = await lockParcel(tx, parcelId);
    if (!parcel || (sentAt !== undefined && parcel.sent_at.toISOString() !== sentAt)) return false;
    if (!parcel.told_at) await updateParcel(tx, parcelId, { told_at: clock.now() });
    return true;
  });
}

export const parcelEmails = {
  /** Once composed, the parcel can no longer be undone. */
  sent: emailKind(
    'parcel-sent',
    aboutSent,
    async (context, job) => ((await claimEmail(context, job)) ? loadParcel(context, job) : undefined),
    (parts, shop) => {
      const words = parts.isCollected ? texts.collected : texts.sent;
      const hasRest = parts.purchase
        ? parts.purchase.share === 'part'
        : parts.parcel.contents.some(({ has_rest }) => has_rest);
      return {
        ...compose(parts, shop, { ...headOf(parts, words), text: words.text(parts.order.address !== '') }),
        ...(hasRest && { closing: words.closing }),
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
        subject: texts.trackingSubject(numbersOf(parts)),
        heading: texts.trackingHeading,
        text: texts.trackingText,
      }),
  ),
};

const numbersOf = ({ purchase, parcel }: ParcelParts) =>
  purchase?.number ?? parcel.contents.map(({ number }) => number).join(', ');

/** Selects the texts for a complete purchase, a part of it, the rest of it, or orders of several. */
function headOf(parts: ParcelParts, words: typeof texts.sent | typeof texts.collected) {
  const { purchase, parcel } = parts;
  const [first, second] = parcel.contents;
  if (!first || (second && !purchase))
    return { subject: words.many.subject(numbersOf(parts)), heading: words.many.heading };
  const { subject, heading } = words[purchase?.share ?? shareOf(first)];
  const what = second ? purchaseTexts.items(parcel.contents.length) : first.tool_name;
  return { subject: subject(what, numbersOf(parts)), heading };
}

/** How much of an order that stands alone a parcel holds. */
const shareOf = ({ quantity, ordered, has_rest }: ParcelView['contents'][number]) =>
  quantity === ordered ? 'whole' : has_rest ? 'part' : 'rest';

/** Composes the email: the parcel's contents, carrier, tracking number, and tracking link. */
function compose(
  { parcel, order, purchase, isCollected, origin }: ParcelParts,
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
      ...optionalFact(texts.order, purchase?.number ?? null),
      ...parcel.contents.map(({ number, quantity, ordered, tool_name, part_number }): [string, string] => [
        purchase ? orderEmailTexts.facts.tool : `${texts.order} ${number}`,
        parcelTexts.part(quantity, ordered, orderListTexts.numberedTool(tool_name, part_number)),
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
