import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema, listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { requestLimits } from '#contracts/limits.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { formText, optionalText, plainLine } from '#contracts/text.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { returnMoves, returnStates } from './return-states.ts';
import { notReturnableTexts, returnReasonTexts, returnRuleTexts as rules } from './texts.ts';

export type ReturnReason = keyof typeof returnReasonTexts;
/** Why units come back; `withdrawal` is what a withdrawal's lines have. */
export const returnReasons = Object.keys(returnReasonTexts) as ReturnReason[];

/** The reasons that can be chosen for a return. */
export const chosenReasons = returnReasons.filter((reason) => reason !== 'withdrawal');

export const returnKinds = ['return', 'withdrawal'] as const;
export type ReturnKind = (typeof returnKinds)[number];

/** Who pays for sending it back. */
export const postages = ['buyer', 'shop'] as const;

export const MAX_RETURN_PICTURES = 4;
export const MAX_RETURN_TEXT = 500;

export type NotReturnable = keyof typeof notReturnableTexts;

const uniqueOrders = (lines: readonly { orderId: string }[]) =>
  new Set(lines.map(({ orderId }) => orderId)).size === lines.length;

const linesOf = <Line extends z.ZodMiniType<{ orderId: string }>>(line: Line) =>
  z
    .array(line, { error: rules.lines.missing })
    .check(
      z.minLength(1, rules.lines.missing),
      z.maxLength(MAX_ORDERS_PAID, rules.lines.tooMany(MAX_ORDERS_PAID)),
      z.refine(uniqueOrders, rules.lines.twice),
    );

/** Body of `POST /returns`: units of orders of one purchase. */
export const newReturnSchema = z.object({
  lines: linesOf(
    z.object({
      orderId: idSchema,
      quantity: quantity(rules.quantity),
      reason: oneOf('reason', chosenReasons),
    }),
  ),
  note: optionalText(rules.note, MAX_RETURN_TEXT),
});
export type NewReturn = z.infer<typeof newReturnSchema>;

const count = (field: string) => z.int({ error: rules.count(field) }).check(z.gte(0, rules.count(field)));

const words = (field: { missing: string; label: string }) => formText({ ...field, max: MAX_RETURN_TEXT });

/** Units of a line that have arrived now: `accepted` are refunded, less what is `deduct`ed because they were
 * worn, and `restock` of them return to stock. */
const receivedLineSchema = z.object({
  orderId: idSchema,
  received: count('received'),
  accepted: count('accepted'),
  restock: z._default(count('restock'), 0),
  deduct: z.optional(z.number({ error: rules.deduct }).check(z.gte(0, rules.deduct))),
  rejectedReason: z.optional(words(rules.rejectedReason)),
});
export type ReceivedLine = z.infer<typeof receivedLineSchema>;

/** Body of `PATCH /returns/{id}`. `received` takes `lines`, and adds to what has arrived before. */
export const returnChangeSchema = z
  .object({
    state: oneOf('state', returnMoves),
    reason: z.optional(words(rules.reason)),
    postage: z.optional(oneOf('postage', postages)),
    address: z.optional(words(rules.address)),
    labelUrl: z.optional(
      z.nullable(
        plainLine('labelUrl', 2000).check(
          z.refine((url) => URL.parse(url)?.protocol === 'https:', rules.labelUrl),
        ),
      ),
    ),
    lines: z.optional(linesOf(receivedLineSchema)),
    /** Whether what is left of the delivery is refunded with it. */
    delivery: z.optional(z.boolean({ error: rules.delivery })),
  })
  .check(
    z.refine(({ state, reason }) => state !== 'refused' || reason !== undefined, {
      error: rules.reason.missing,
      path: ['reason'],
    }),
    z.refine(({ state, lines }) => state !== 'received' || lines !== undefined, {
      error: rules.lines.missing,
      path: ['lines'],
    }),
  );
export type ReturnChange = z.infer<typeof returnChangeSchema>;

const returnLineSchema = z.object({
  orderId: idSchema,
  orderNumber: z.string(),
  toolId: idSchema,
  toolName: z.string(),
  /** Missing from replies stored before this field existed. */
  partNumber: z._default(z.nullable(z.string()), null),
  img: z.string(),
  /** Its sizes; missing from replies stored before this field existed. */
  picture: z._default(z.nullable(pictureSchema), null),
  quantity: z.int(),
  reason: z.enum(returnReasons),
  received: z.int(),
  accepted: z.int(),
  restocked: z.int(),
  deducted: z.number(),
  rejectedReason: z.nullable(z.string()),
  /** What its refunds come to, given or due, with delivery. */
  refunded: z.number(),
});

/** A return on the wire. `postage` and `address` are null and empty until it is approved; `hasLabel`: whether
 * `GET /returns/{id}/label` has one; `pictures`: paths for signed-in calls. Times are ISO 8601. */
export const returnSchema = z.object({
  _id: idSchema,
  number: z.string().check(z.regex(/^RMA-\d+$/)),
  kind: z.enum(returnKinds),
  state: z.enum(returnStates),
  purchaseNumber: z.string(),
  name: z.string(),
  email: z.string(),
  /** Who declared a withdrawal, as they wrote it; empty for a return. */
  declaredName: z.string(),
  declaredEmail: z.string(),
  lines: z.array(returnLineSchema),
  note: z.string(),
  reason: z.nullable(z.string()),
  postage: z.nullable(z.enum(postages)),
  address: z.string(),
  labelUrl: z.nullable(z.string()),
  hasLabel: z.boolean(),
  pictures: z.array(z.string()),
  /** Whether staff opened it. */
  byStaff: z.boolean(),
  requestedAt: z.iso.datetime(),
  answeredAt: z.nullable(z.iso.datetime()),
  receivedAt: z.nullable(z.iso.datetime()),
  closedAt: z.nullable(z.iso.datetime()),
});
export type Return = z.infer<typeof returnSchema>;
export type ReturnLine = z.infer<typeof returnLineSchema>;

/** Query of `GET /returns`. `q`: a return's or an order's number, or prefixes of words of its
 * orders. */
export const returnListSchema = z.extend(listPageSchema, {
  state: z.optional(oneOf('state', returnStates)),
  kind: z.optional(oneOf('kind', returnKinds)),
  q: z.optional(plainLine('q', 200)),
  email: z.optional(emailSchema),
});
export type ReturnList = z.infer<typeof returnListSchema>;

/** What can be returned of a purchase. `until`: the last day for its buyer, null while it is open; `isAssumed`:
 * whether that goes by an assumed delivery; `why`: why `quantity` is 0 for whoever asks. */
export const returnableSchema = z.object({
  purchaseNumber: z.string(),
  lines: z.array(
    z.object({
      orderId: idSchema,
      orderNumber: z.string(),
      toolId: idSchema,
      toolName: z.string(),
      partNumber: z.nullable(z.string()),
      img: z.string(),
      picture: z.nullable(pictureSchema),
      quantity: z.int(),
      until: z.nullable(z.iso.date()),
      isAssumed: z.boolean(),
      why: z.nullable(z.enum(Object.keys(notReturnableTexts) as NotReturnable[])),
    }),
  ),
});
export type Returnable = z.infer<typeof returnableSchema>;

const ofUsers = { access: 'user', tag: 'Orders', scope: 'refunds' } as const;

export const requestReturnCall = {
  ...ofUsers,
  method: 'POST',
  path: '/returns',
  headers: idempotencyHeadersSchema,
  body: newReturnSchema,
  reply: returnSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'key_reused'],
  operationId: 'requestReturn',
  summary: 'Requests a return of units that have shipped',
  description:
    'Of your own orders, all of one purchase, within the shop’s time for returns; staff can for anyone at any time. `GET /orders/{id}/returnable` has what can be returned. Staff answer it.',
} satisfies Call;

export const listReturnsCall = {
  ...ofUsers,
  method: 'GET',
  path: '/returns',
  query: returnListSchema,
  reply: z.array(returnSchema),
  errors: ['not_allowed'],
  operationId: 'listReturns',
  summary: 'Lists your returns, or everyone’s for staff, newest first',
  description: 'Searched, by state, and by kind; staff can narrow them to one person by `email`.',
} satisfies Call;

export const getReturnCall = {
  ...ofUsers,
  method: 'GET',
  path: '/returns/:id',
  params: idParamsSchema,
  reply: returnSchema,
  errors: ['not_found'],
  operationId: 'getReturn',
  summary: 'Gets a return, with its lines',
  description: 'Your own, or any for staff; someone else’s is not found.',
} satisfies Call;

export const changeReturnCall = {
  ...ofUsers,
  method: 'PATCH',
  path: '/returns/:id',
  params: idParamsSchema,
  headers: idempotencyHeadersSchema,
  body: returnChangeSchema,
  reply: returnSchema,
  errors: [
    'not_found',
    'not_allowed',
    'conflict',
    'order_disputed',
    'own_account',
    'fresh_sign_in_needed',
    'key_reused',
  ],
  operationId: 'changeReturn',
  summary: 'Answers, receives, or closes a return',
  description:
    'Staff approve it (`postage`, `address`, and `labelUrl` are for the buyer, and can be corrected the same way), refuse it with a reason, or close it if nothing arrives. `received` says what has arrived of each line, in one or several calls: accepted units are refunded at the price paid, less `deduct` for what was worn, and `restock` of them return to stock; the return is `received` once nothing is missing. `delivery` refunds what is left of the shipping with it; by default a withdrawal does once the whole purchase is back. An order under dispute waits (409). The buyer may close their own until something has arrived.',
} satisfies Call;

export const getReturnableCall = {
  ...ofUsers,
  method: 'GET',
  path: '/orders/:id/returnable',
  params: idParamsSchema,
  reply: returnableSchema,
  errors: ['not_found'],
  operationId: 'getReturnable',
  summary: 'Gets what can be returned of the purchase that an order belongs to',
  description: 'Of your own order, or any for staff, whom the time for returns does not bind.',
} satisfies Call;

export const addReturnPictureCall = {
  ...ofUsers,
  method: 'POST',
  path: '/returns/:id/pictures',
  params: idParamsSchema,
  reply: returnSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'unavailable'],
  operationId: 'addReturnPicture',
  summary: 'Adds a picture to a return',
  description: `A multipart form whose field \`image\` is one JPEG, PNG, WebP, or AVIF file of at most ${requestLimits.pictureBytes / 1024 / 1024} MB. Up to ${MAX_RETURN_PICTURES}, while the return is open. Only its buyer and staff see them.`,
} satisfies Call;

export const setReturnLabelCall = {
  ...ofUsers,
  access: 'staff',
  method: 'PUT',
  path: '/returns/:id/label',
  params: idParamsSchema,
  reply: returnSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'setReturnLabel',
  summary: 'Uploads the shipping label of a return',
  description: `A multipart form whose field \`label\` is one PDF file of at most ${requestLimits.returnLabelBytes / 1024 / 1024} MB. It replaces an earlier one.`,
} satisfies Call;

const fileParts = {
  ...ofUsers,
  method: 'GET',
  reply: z.string(),
  errors: ['not_found'],
} satisfies Partial<Call>;

export const getReturnPictureCall = {
  ...fileParts,
  path: '/returns/:id/pictures/:place',
  params: z.extend(idParamsSchema, {
    place: z.coerce.number<string>().check(z.int(), z.gte(0), z.lt(MAX_RETURN_PICTURES)),
  }),
  media: 'image/webp',
  operationId: 'getReturnPicture',
  summary: 'Downloads a picture of a return',
  description: 'Of your own, or any for staff.',
} satisfies Call;

export const getReturnLabelCall = {
  ...fileParts,
  path: '/returns/:id/label',
  params: idParamsSchema,
  media: 'application/pdf',
  operationId: 'getReturnLabel',
  summary: 'Downloads the shipping label of a return as a PDF',
  description: 'Of your own, or any for staff. It may be a link instead: the return’s `labelUrl`.',
} satisfies Call;
