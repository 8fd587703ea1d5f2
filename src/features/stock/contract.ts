import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema, insertedSchema, listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine, plainLine } from '#contracts/text.ts';
import { MAX_QUANTITY } from '#features/catalogue/rules.ts';
import { stockCauseSchema, stockKinds } from '#features/catalogue/stock-contract.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { fieldTexts } from '#texts/validation.ts';
import { stockRuleTexts as rules } from './texts.ts';

/** A row of a tool's ledger. `quantity` is the change of available units; `available` the number after it. */
export const stockMovementSchema = z.object({
  _id: z.string(),
  kind: z.enum(stockKinds),
  quantity: z.int(),
  available: z.int(),
  reason: z.optional(z.string()),
  cause: z.optional(stockCauseSchema),
  actor: z.string(),
  /** The actor's email, if the actor was a user whose account still exists. */
  actorEmail: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type StockMovement = z.infer<typeof stockMovementSchema>;

/** Query of `GET /tool/{id}/stock`. */
const stockListSchema = z.object({
  limit: listPageSchema.shape.limit,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'cursor is not valid'))),
});

/** Movements that staff can enter: received units, and a corrected count. */
export const stockChangeKinds = ['received', 'adjusted'] as const;

const changedUnits = z.number({ error: fieldTexts.missing(rules.quantity) }).check(
  z.int(fieldTexts.notWhole(rules.quantity)),
  z.minimum(-MAX_QUANTITY, fieldTexts.tooLarge(rules.quantity)),
  z.maximum(MAX_QUANTITY, fieldTexts.tooLarge(rules.quantity)),
  z.refine((units) => units !== 0, rules.nothing),
);

const REASON_LENGTH = 200;

/** Body of `POST /tool/{id}/stock`, also used to validate its form. */
export const stockChangeSchema = z
  .object({
    kind: oneOf('kind', stockChangeKinds),
    quantity: changedUnits,
    reason: z.optional(formLine({ ...rules.reason, max: REASON_LENGTH })),
  })
  .check(
    z.refine(({ kind, quantity }) => kind !== 'received' || quantity > 0, {
      path: ['quantity'],
      error: rules.notNegative,
    }),
    z.refine(({ kind, reason }) => kind !== 'adjusted' || reason !== undefined, {
      path: ['reason'],
      error: rules.reason.missing,
    }),
  );
export type NewStockChange = z.infer<typeof stockChangeSchema>;

/** Reply of a change: the units of the tool that can be ordered now. */
export const stockChangedSchema = z.object({ available_quantity: z.int() });

const MAX_RECEIVED_LINES = 500;

/** Body of `POST /deliveries`. A tool may be on several lines. */
export const receivedStockSchema = z.object({
  reference: z.optional(
    plainLine(rules.reference, 100).check(z.minLength(1, fieldTexts.missing(rules.reference))),
  ),
  lines: z
    .array(z.object({ toolId: idSchema, quantity: quantity(rules.quantity) }), { error: rules.noLines })
    .check(
      z.minLength(1, rules.noLines),
      z.maxLength(MAX_RECEIVED_LINES, rules.tooManyLines(MAX_RECEIVED_LINES)),
    ),
});
export type ReceivedStock = z.infer<typeof receivedStockSchema>;

const ofStaff = { access: 'staff', tag: 'Stock' } as const;

export const listStockCall = {
  ...ofStaff,
  method: 'GET',
  path: '/tool/:id/stock',
  params: idParamsSchema,
  query: stockListSchema,
  reply: z.array(stockMovementSchema),
  errors: ['not_found'],
  operationId: 'listStock',
  summary: 'Lists every change of a tool’s available quantity, newest first',
  description:
    'The quantities of all rows add up to what is available. What an order reserved and released is left out once it is sold. Works for deleted tools too.',
} satisfies Call;

export const changeStockCall = {
  ...ofStaff,
  method: 'POST',
  path: '/tool/:id/stock',
  params: idParamsSchema,
  headers: idempotencyHeadersSchema,
  body: stockChangeSchema,
  reply: stockChangedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'changeStock',
  summary: 'Receives units, or corrects a count for a reason',
  description: 'Units reserved by payments cannot be removed.',
} satisfies Call;

export const receiveStockCall = {
  ...ofStaff,
  method: 'POST',
  path: '/deliveries',
  headers: idempotencyHeadersSchema,
  body: receivedStockSchema,
  reply: insertedSchema,
  status: 201,
  errors: ['not_found'],
  operationId: 'takeDelivery',
  summary: 'Receives a delivery of many tools: all of its lines, or none',
} satisfies Call;

/** Maximum number of tools that a buyer can wait for at a time. */
export const MAX_WAITED_FOR = 100;

/** Whether the user is notified by email when a tool is back in stock. */
export const restockNoticeSchema = z.object({ isAsked: z.boolean() });
export type RestockNotice = z.infer<typeof restockNoticeSchema>;

const ofTool = {
  path: '/tool/:id/restock-notice',
  access: 'user',
  params: idParamsSchema,
  reply: restockNoticeSchema,
  tag: 'Tools',
} as const;

export const getRestockNoticeCall = {
  ...ofTool,
  method: 'GET',
  scope: 'orders',
  operationId: 'getRestockNotice',
  summary: 'Gets whether the user will be notified when a tool is back in stock',
} satisfies Call;

export const askRestockNoticeCall = {
  ...ofTool,
  method: 'PUT',
  errors: ['not_found', 'conflict', 'account_blocked'],
  scope: 'orders',
  operationId: 'askRestockNotice',
  summary: 'Requests a notice when a tool is back in stock',
  description: `One email, once its minimum order is available again. The address must be verified. 409 while the tool can be ordered, and beyond ${MAX_WAITED_FOR} tools.`,
} satisfies Call;

export const dropRestockNoticeCall = {
  ...ofTool,
  method: 'DELETE',
  scope: 'orders',
  operationId: 'dropRestockNotice',
  summary: 'Cancels a notice',
} satisfies Call;
