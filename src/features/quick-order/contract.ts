import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { emailSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { formText } from '#contracts/text.ts';
import { priceBreakSchema } from '#features/catalogue/contract.ts';
import { roundUpToPacks } from '#features/catalogue/rules.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { buyersWords, deliverySchema, newOrderSchema, orderSchema } from '#features/orders/contract.ts';
import { MAX_LIST_LINES } from '#features/saved-lists/contract.ts';
import type { AskReason } from '#pasted-lists';
import { orderRuleTexts } from '#texts/validation.ts';
import { quickOrderErrorTexts as texts } from './texts.ts';

/** Maximum length of a pasted list. */
const MAX_LIST_CHARACTERS = 20_000;

type QuantityTerms = { minOrderQuantity: number; availableQuantity: number; packStep: number };

/** A quantity adjusted for an order, and why it still can't be ordered. */
export type FittedQuantity = {
  quantity: number;
  raised: 'minimum' | 'packs' | null;
  problem: 'sold_out' | 'above_available' | null;
};

/** Raises a wanted quantity to the minimum and to whole packs; it never lowers it. */
export function fitQuantity(wanted: number, terms: QuantityTerms): FittedQuantity {
  const { minOrderQuantity, availableQuantity, packStep } = terms;
  const quantity = roundUpToPacks(Math.max(wanted, minOrderQuantity), packStep);
  const raised = quantity === wanted ? null : wanted < minOrderQuantity ? 'minimum' : 'packs';
  if (availableQuantity < minOrderQuantity) return { quantity, raised, problem: 'sold_out' };
  return { quantity, raised, problem: quantity > availableQuantity ? 'above_available' : null };
}

/** Why the buyer has to choose a line's tool or quantity; the same reasons as in the list parser. */
const askReasons = [
  'several',
  'similar',
  'number_and_name',
  'quantity',
  'size',
  'replaced',
] as const satisfies readonly (AskReason | 'replaced')[];

/** Body of `POST /quick-order`: a list as pasted. `customer`: whose prices staff need. */
const quickOrderSchema = z.object({
  text: formText({ ...texts.text, max: MAX_LIST_CHARACTERS }),
  customer: z.optional(emailSchema),
});

/** A candidate tool for a line, with everything that its quantity and price depend on. */
const meantToolSchema = z.object({
  toolId: idSchema,
  name: z.string(),
  partNumber: z.nullable(z.string()),
  img: z.string(),
  picture: pictureSchema,
  minOrderQuantity: z.int(),
  availableQuantity: z.int(),
  packStep: z.int(),
  price: z.number(),
  priceBreaks: z.array(priceBreakSchema),
});
export type MeantTool = z.infer<typeof meantToolSchema>;

/** A line of a pasted list, with its line number. `matched`: `tools` has exactly the tool that it means;
 * `asked`: the buyer has to choose a tool or a quantity, for `reason`. `quantity` is what the line says,
 * before minimum and packs; null if it can't be read, or may be a size of one of `tools`. `replaced`: the part
 * number is that of a tool that is no longer sold, and `tools` has its successor. `corrected`: the
 * line's words after spelling correction, if any were corrected. */
const quickOrderLineSchema = z.object({
  line: z.int(),
  text: z.string(),
  outcome: z.enum(['matched', 'asked', 'not_found']),
  reason: z.nullable(z.enum(askReasons)),
  quantity: z.nullable(z.int()),
  corrected: z.nullable(z.string()),
  tools: z.array(meantToolSchema),
});
export type QuickOrderLine = z.infer<typeof quickOrderLineSchema>;

export const quickOrderReplySchema = z.object({ lines: z.array(quickOrderLineSchema) });

const ofUsers = { access: 'user', tag: 'Orders' } as const;

export const readQuickOrderCall = {
  ...ofUsers,
  method: 'POST',
  path: '/quick-order',
  body: quickOrderSchema,
  reply: quickOrderReplySchema,
  errors: ['not_allowed', 'not_found'],
  scope: 'orders:read',
  operationId: 'readQuickOrder',
  summary: 'Matches the lines of a pasted list to tools; nothing is ordered',
  description:
    'Names, part numbers, sizes, and quantities in any usual spelling, one tool per line; columns are separated by tabs, semicolons, or a first line that names them. A line that could mean several tools, or several quantities, is `asked`.',
} satisfies Call;

/** Body of `POST /quick-order/tools`. `customer`: whose prices staff need. */
const toolIdsSchema = z.object({
  toolIds: z
    .array(idSchema, { error: texts.toolIds })
    .check(z.minLength(1, texts.toolIds), z.maxLength(MAX_LIST_LINES, texts.toolIds)),
  customer: z.optional(emailSchema),
});

export const readToolsCall = {
  ...ofUsers,
  method: 'POST',
  path: '/quick-order/tools',
  body: toolIdsSchema,
  reply: z.object({ tools: z.array(meantToolSchema) }),
  errors: ['not_allowed', 'not_found'],
  scope: 'orders:read',
  operationId: 'readTools',
  summary: 'Gets what ordering some tools needs now: prices, minimums, packs, and stock',
  description: 'For ordering again what was ordered or saved. A deleted tool is left out.',
} satisfies Call;

/** One tool to be ordered; `price` is the total that the buyer saw. */
const orderedLineSchema = z.object({
  toolId: idSchema,
  quantity: quantity(orderRuleTexts.quantity),
  price: z.optional(
    z.number({ error: 'price must be a number' }).check(z.nonnegative('price must be a positive number')),
  ),
});

/** Body of `POST /orders/batch`. `customer`: the email of the customer that staff order for. */
export const placeOrdersSchema = z.extend(deliverySchema, {
  ...buyersWords,
  destination: newOrderSchema.shape.destination,
  customer: z.optional(emailSchema),
  lines: z
    .array(orderedLineSchema, { error: texts.lines.missing })
    .check(
      z.minLength(1, texts.lines.none),
      z.maxLength(MAX_ORDERS_PAID, texts.lines.tooMany(MAX_ORDERS_PAID)),
    ),
});

export const placedOrdersSchema = z.object({ orders: z.array(orderSchema) });

export const placeOrdersCall = {
  ...ofUsers,
  method: 'POST',
  path: '/orders/batch',
  headers: idempotencyHeadersSchema,
  body: placeOrdersSchema,
  reply: placedOrdersSchema,
  status: 201,
  errors: [
    'account_blocked',
    'cart_full',
    'not_allowed',
    'email_not_verified',
    'not_found',
    'out_of_stock',
    'price_changed',
    'conflict',
  ],
  operationId: 'placeOrders',
  summary: 'Places several orders at once, all of them or none',
  description:
    'Like `POST /orders` for each line, in one transaction. `error.field` names the line that cannot be ordered (`lines.3`, from 0). Staff order for a customer by naming them; no email is sent then.',
} satisfies Call;
