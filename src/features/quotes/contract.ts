import { z } from 'zod/mini';
import type { ErrorCode } from '#contracts/app-error.ts';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema, listPageSchema, momentSchema, oneOf } from '#contracts/call-parts.ts';
import { emailParamsSchema, emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { optionalText, plainLine } from '#contracts/text.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { orderIdsInPayment, orderStates } from '#features/orders/contract.ts';
import { quoteStates } from '#features/orders/quote-rules.ts';
import { quoteRuleTexts as rules } from '#features/orders/texts/quotes.ts';

/** Maximum length of the buyer's and the staff's texts on a quote. */
export const MAX_QUOTE_WORDS = 500;

/** Body of `POST /quotes`: one's own unpaid orders, and a note for staff. */
export const newQuoteSchema = z.object({
  orderIds: orderIdsInPayment,
  note: optionalText(rules.note, MAX_QUOTE_WORDS),
});
export type NewQuote = z.infer<typeof newQuoteSchema>;

const positive = (words: { missing: string; notPositive: string }) =>
  z.number({ error: words.missing }).check(z.positive(words.notPositive));

/** An offer, also used to validate its form. `unitPrice`: for one unit of that order's tool; `holds`: whether
 * the units are reserved until `expiresAt` (ISO 8601), when the offer expires. */
const offerShape = {
  lines: z
    .array(z.object({ orderId: idSchema, unitPrice: positive(rules.unitPrice) }), {
      error: rules.lines.missing,
    })
    .check(
      z.minLength(1, rules.lines.missing),
      z.maxLength(MAX_ORDERS_PAID, rules.lines.tooMany(MAX_ORDERS_PAID)),
      z.refine(
        (lines) => new Set(lines.map(({ orderId }) => orderId)).size === lines.length,
        rules.lines.twice,
      ),
    ),
  holds: z.boolean({ error: rules.holds }),
  expiresAt: momentSchema(rules.expiresAt.wrong),
  message: optionalText(rules.message, MAX_QUOTE_WORDS),
};

/** Body of `POST /customers/{email}/quotes`. */
export const newOfferSchema = z.object(offerShape);
export type NewOffer = z.infer<typeof newOfferSchema>;

const version = z.int({ error: rules.version });

/** Body of `POST /quotes/{id}/offer`: a line for each order of the quote, and the version that staff saw. */
export const offerSchema = z.object({ version, ...offerShape });
export type Offer = z.infer<typeof offerSchema>;

/** Body of `POST /quotes/{id}/accept`: the version that the buyer saw, and its total (`price`). */
export const acceptQuoteSchema = z.object({ version, price: positive(rules.price) });
export type QuoteAcceptance = z.infer<typeof acceptQuoteSchema>;

/** One order of a quote. `unitPrice` and `price` (for all units) are the offer, null before; `toolUnitPrice`
 * is the tool's current price at this quantity; `availableQuantity` is what anyone can order, in addition to
 * the quote's `heldQuantity`. */
export const quoteLineSchema = z.object({
  orderId: idSchema,
  orderNumber: z.string(),
  orderState: z.enum(orderStates),
  toolId: idSchema,
  toolName: z.string(),
  /** Missing from replies stored before this field existed. */
  partNumber: z._default(z.nullable(z.string()), null),
  img: z.string(),
  picture: z.nullable(pictureSchema),
  quantity: z.int(),
  unitPrice: z.nullable(z.number()),
  price: z.nullable(z.number()),
  toolUnitPrice: z.number(),
  heldQuantity: z.int(),
  availableQuantity: z.int(),
  /** Why it can no longer be paid (its tool was removed from the shop), else null. */
  unavailable: z.nullable(z.literal('tool_removed')),
});
export type QuoteLine = z.infer<typeof quoteLineSchema>;

/** A quote in a list. `price`: the total of its goods; null before an offer, like `expiresAt`. `email` is
 * empty once its buyer has left. `askedAt` is null if staff offered without a request. Times are ISO 8601. */
export const listedQuoteSchema = z.object({
  _id: idSchema,
  number: z.string().check(z.regex(/^Q-\d+$/)),
  /** `expired` from `expiresAt` on; `accepted` until all of its orders are paid. */
  state: z.enum(quoteStates),
  version: z.int(),
  email: z.string(),
  userName: z.string(),
  orderCount: z.int(),
  /** The tool of its first order. */
  toolName: z.string(),
  price: z.nullable(z.number()),
  holds: z.boolean(),
  expiresAt: z.nullable(z.iso.datetime()),
  askedAt: z.nullable(z.iso.datetime()),
  offeredAt: z.nullable(z.iso.datetime()),
  acceptedAt: z.nullable(z.iso.datetime()),
  endedAt: z.nullable(z.iso.datetime()),
});
export type ListedQuote = z.infer<typeof listedQuoteSchema>;

/** A quote with its orders, the buyer's `note` and the staff's `message`. */
export const quoteSchema = z.extend(listedQuoteSchema, {
  note: z.string(),
  message: z.string(),
  lines: z.array(quoteLineSchema),
});
export type Quote = z.infer<typeof quoteSchema>;

/** Query of `GET /quotes`. `q`: a quote number, or prefixes of words of its buyer or tools. `customer`:
 * quotes of this customer. */
export const quoteListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  state: z.optional(oneOf('state', quoteStates)),
  customer: z.optional(emailSchema),
});
export type QuoteList = z.infer<typeof quoteListSchema>;

const ofUsers = { access: 'user', tag: 'Quotes' } as const;
const ofStaff = { access: 'staff', tag: 'Quotes' } as const;

export const listQuotesCall = {
  ...ofUsers,
  method: 'GET',
  path: '/quotes',
  query: quoteListSchema,
  reply: z.array(listedQuoteSchema),
  errors: ['not_allowed'],
  operationId: 'listQuotes',
  summary: 'Lists your quotes, or everyone’s for staff, newest first',
  description: 'Searched and by state; staff can narrow them to one person by `customer`.',
} satisfies Call;

export const getQuoteCall = {
  ...ofUsers,
  method: 'GET',
  path: '/quotes/:id',
  params: idParamsSchema,
  reply: quoteSchema,
  errors: ['not_found'],
  operationId: 'getQuote',
  summary: 'Gets a quote, with its orders',
  description: 'Your own, or any for staff; someone else’s is not found.',
} satisfies Call;

export const askForQuoteCall = {
  ...ofUsers,
  method: 'POST',
  path: '/quotes',
  headers: idempotencyHeadersSchema,
  body: newQuoteSchema,
  reply: quoteSchema,
  status: 201,
  errors: [
    'account_blocked',
    'email_not_verified',
    'not_found',
    'conflict',
    'invoice_open',
    'provider_failed',
  ],
  operationId: 'askForQuote',
  summary: 'Requests a quote for some of your unpaid orders',
  description:
    'A payment of them in progress is ended first. Until the quote ends, its orders cannot be changed or deleted, and can be paid only once it is accepted.',
} satisfies Call;

export const acceptQuoteCall = {
  ...ofUsers,
  method: 'POST',
  path: '/quotes/:id/accept',
  params: idParamsSchema,
  body: acceptQuoteSchema,
  reply: quoteSchema,
  errors: ['account_blocked', 'not_found', 'conflict', 'version_conflict', 'price_changed'],
  operationId: 'acceptQuote',
  summary: 'Accepts your quote: its orders get the offered prices',
  description:
    'They are paid as usual (`POST /create-payment-intent`), at these prices until `expiresAt`, from the units that the quote reserves. Repeating the call returns the quote.',
} satisfies Call;

export const declineQuoteCall = {
  ...ofUsers,
  method: 'POST',
  path: '/quotes/:id/decline',
  params: idParamsSchema,
  reply: quoteSchema,
  errors: ['not_found', 'conflict', 'invoice_open', 'provider_failed'],
  operationId: 'declineQuote',
  summary: 'Declines your quote, even an accepted one',
  description:
    'Its units are released, and its orders stay in the cart. A payment of them in progress is ended first; if it has already succeeded, this is a conflict. Repeating the call returns the quote.',
} satisfies Call;

const offerErrors: ErrorCode[] = [
  'account_blocked',
  'email_not_verified',
  'own_account',
  'not_found',
  'conflict',
  'out_of_stock',
];

export const offerQuoteCall = {
  ...ofStaff,
  method: 'POST',
  path: '/quotes/:id/offer',
  params: idParamsSchema,
  body: offerSchema,
  reply: quoteSchema,
  errors: [...offerErrors, 'version_conflict'],
  operationId: 'offerQuote',
  summary: 'Offers prices for the orders of a quote, replacing an earlier offer',
  description:
    'With `holds`, all of their units are reserved, or none, and the error names what is short. The buyer is notified by email.',
} satisfies Call;

export const withdrawQuoteCall = {
  ...ofStaff,
  method: 'POST',
  path: '/quotes/:id/withdraw',
  params: idParamsSchema,
  reply: quoteSchema,
  errors: ['not_found', 'conflict', 'invoice_open', 'provider_failed'],
  operationId: 'withdrawQuote',
  summary: 'Withdraws a quote, whether it has been offered or not',
  description: 'Like `decline`, but for the shop. The buyer is notified by email.',
} satisfies Call;

export const offerToCustomerCall = {
  ...ofStaff,
  method: 'POST',
  path: '/customers/:email/quotes',
  params: emailParamsSchema,
  headers: idempotencyHeadersSchema,
  body: newOfferSchema,
  reply: quoteSchema,
  status: 201,
  errors: [...offerErrors, 'invoice_open', 'provider_failed'],
  operationId: 'offerToCustomer',
  summary: 'Offers prices for some of a customer’s unpaid orders without a request',
  description: 'Like `POST /quotes/{id}/offer`; `lines` say which orders.',
} satisfies Call;
