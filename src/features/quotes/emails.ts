import { z } from 'zod';
import { formatPrice, type PriceStyle } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { emailKind } from '#features/emails/email-kind.ts';
import { type Email, greeting } from '#features/emails/render-email.ts';
import { awaitsPayment } from '#features/orders/order-states.ts';
import { orderEmailTexts } from '#features/orders/texts/emails.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { quoteEmailTexts as texts } from '#features/orders/texts/quotes.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { staffEmail } from '#features/users/notices/notify-staff.ts';
import { hasVerifiedAddress } from '#features/users/store.ts';
import { LOCALE } from '#texts/locale.ts';
import type { Quote } from './contract.ts';
import { readQuote } from './quote-list.ts';

type Facts = NonNullable<Email['facts']>;

export type QuoteParts = PriceStyle & {
  quote: Quote;
  origin: string;
  /** The shop's time zone. */
  zone: string;
};

/** Formats a time with its time zone. */
const minuteWords = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat(LOCALE, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(moment);

const aboutQuote = z.object({ quoteId: z.string() });
const action = z.enum(['asked', 'accepted', 'declined']);
const aboutAction = z.union([
  aboutQuote.extend({ action }),
  // As queued by earlier versions.
  aboutQuote.extend({ deed: action }).transform(({ quoteId, deed }) => ({ quoteId, action: deed })),
]);

async function loadQuote(
  { db, clock, config: { currency }, origin }: AppContext,
  quoteId: string,
): Promise<{ parts: QuoteParts; userId: string } | undefined> {
  const found = await readQuote(db, quoteId, { currency, now: clock.now() });
  const { look, region } = await findDetails(db);
  const { currencyDisplay } = look;
  const parts = (quote: Quote) => ({ quote, currency, currencyDisplay, origin, zone: region.zone });
  return found && { userId: found.userId, parts: parts(found.quote) };
}

/** Loads a quote for its buyer, unless they have left or their address is not verified. */
async function loadForBuyer(context: AppContext, quoteId: string): Promise<QuoteParts | undefined> {
  const found = await loadQuote(context, quoteId);
  return found && (await hasVerifiedAddress(context.db, found)) ? found.parts : undefined;
}

export const quoteEmails = {
  /** The offer; not sent if it has been replaced or has ended meanwhile. */
  offered: emailKind(
    'quote-offered',
    z.object({ quoteId: z.string(), version: z.number() }),
    async (context: AppContext, { quoteId, version }) => {
      const parts = await loadForBuyer(context, quoteId);
      return parts?.quote.state === 'offered' && parts.quote.version === version ? parts : undefined;
    },
    (parts, shop) => {
      const { quote, origin } = parts;
      return {
        ...begin(parts, shop, texts.offered),
        facts: [...goodsFacts(parts), ...untilFacts(parts), ...wordsFact(texts.facts.message, quote.message)],
        link: { label: texts.offered.link, url: `${origin}/dashboard/quotes/${quote._id}` },
      };
    },
  ),

  expired: emailKind(
    'quote-expired',
    aboutQuote,
    (context: AppContext, { quoteId }) => loadForBuyer(context, quoteId),
    (parts, shop) => ({
      ...begin(parts, shop, texts.expired),
      facts: goodsFacts(parts),
      link: { label: texts.expired.link, url: `${parts.origin}/dashboard/cart` },
    }),
  ),

  /** Also sent if it was closed because all of its orders were paid otherwise. */
  withdrawn: emailKind(
    'quote-withdrawn',
    aboutQuote,
    (context: AppContext, { quoteId }) => loadForBuyer(context, quoteId),
    (parts, shop) => {
      const isUnpaid = parts.quote.lines.some(({ orderState }) => awaitsPayment(orderState));
      const words = isUnpaid ? texts.withdrawn : texts.closed;
      return {
        ...begin(parts, shop, words),
        facts: goodsFacts(parts),
        link: { label: words.link, url: `${parts.origin}/dashboard/${isUnpaid ? 'cart' : 'orders'}` },
      };
    },
  ),

  /** Notifies staff of what a buyer did. */
  toStaff: staffEmail(
    'quote',
    aboutAction,
    async (context, { quoteId, action }) => {
      const found = await loadQuote(context, quoteId);
      return found && { ...found.parts, action };
    },
    ({ action, ...parts }) => {
      const { quote, origin } = parts;
      const { subject, heading, text } = texts.toStaff[action];
      return {
        subject: subject(quote.number),
        heading,
        paragraphs: [text],
        facts: [
          ...goodsFacts(parts),
          ...(action === 'accepted' ? untilFacts(parts) : []),
          [texts.facts.buyer, quote.userName],
          [texts.facts.email, quote.email],
          ...wordsFact(texts.facts.note, quote.note),
        ],
        link: { label: texts.toStaff.link, url: `${origin}/dashboard/quotes/${quote._id}` },
      };
    },
  ),
};

type Words = { subject: (number: string, shop: string) => string; heading: string; text: string };

function begin({ quote }: QuoteParts, shop: string, { subject, heading, text }: Words) {
  return {
    to: quote.email,
    subject: subject(quote.number, shop),
    heading,
    paragraphs: [greeting(quote.userName), text],
    why: texts.why(shop),
  };
}

/** Its orders by number, each with the offered price, or its current price before an offer. */
function goodsFacts({ quote, currency, currencyDisplay }: QuoteParts): Facts {
  const shown = (price: number) => formatPrice(price, currency, currencyDisplay);
  return [
    [texts.facts.quote, quote.number],
    ...quote.lines.map(
      ({ orderNumber, quantity, toolName, partNumber, unitPrice, toolUnitPrice }): Facts[number] => [
        orderNumber,
        orderEmailTexts.facts.units(
          quantity,
          orderListTexts.numberedTool(toolName, partNumber),
          shown(unitPrice ?? toolUnitPrice),
        ),
      ],
    ),
    ...(quote.price === null ? [] : [[texts.facts.total, shown(quote.price)] satisfies Facts[number]]),
  ];
}

function untilFacts({ quote: { expiresAt, holds }, zone }: QuoteParts): Facts {
  if (expiresAt === null) return [];
  const until = minuteWords(new Date(expiresAt), zone);
  return [
    [texts.facts.until, until],
    ...(holds ? [[texts.facts.reserved, texts.facts.reservedUntil] satisfies Facts[number]] : []),
  ];
}

const wordsFact = (label: string, words: string): Facts => (words === '' ? [] : [[label, words]]);
