import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { isPlainLine, plainLine, typedLine, typedText } from '#contracts/text.ts';
import { fieldTexts, toolRuleTexts } from '#texts/validation.ts';

/** The largest quantity that the database column holds (PostgreSQL `integer`). */
export const MAX_QUANTITY = 2_147_483_647;

const quantity = (label: string) =>
  z
    .number({ error: fieldTexts.missing(label) })
    .check(
      z.int(fieldTexts.notWhole(label)),
      z.minimum(1, fieldTexts.tooSmall(label, 1)),
      z.maximum(MAX_QUANTITY, fieldTexts.tooLarge(label)),
    );

/**
 * A tool on the wire. `price` is a decimal number in the shop's currency; `rating` the average of its reviews to one
 * decimal, null without any.
 */
export const toolSchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  img: z.string(),
  picture: z.nullable(pictureSchema),
  min_order_quantity: z.int(),
  available_quantity: z.int(),
  price: z.number(),
  category: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  rating: z.nullable(z.number()),
  rating_count: z.int(),
});

/** A tool on the wire. */
export type Tool = z.infer<typeof toolSchema>;

/** Body of `POST /tool`; also the rules of the Add a tool form. */
export const newToolSchema = z.object({
  name: typedLine({ ...toolRuleTexts.name, max: 200 }),
  description: typedText({ ...toolRuleTexts.description, max: 5000 }),
  min_order_quantity: quantity(toolRuleTexts.minOrderQuantity),
  available_quantity: quantity(toolRuleTexts.availableQuantity),
  price: z
    .number({ error: toolRuleTexts.priceMissing })
    .check(z.positive(toolRuleTexts.priceNothing), z.maximum(999_999.99, toolRuleTexts.priceTooHigh)),
  img: z
    .string({ error: toolRuleTexts.imageMissing })
    .check(
      z.minLength(1, toolRuleTexts.imageMissing),
      z.maxLength(2000, toolRuleTexts.imageWrong),
      z.refine(isPlainLine, toolRuleTexts.imageWrong),
    ),
  category: z.optional(plainLine(toolRuleTexts.category, 60).check(z.minLength(1))),
  brand: z.optional(plainLine(toolRuleTexts.brand, 60).check(z.minLength(1))),
});

/** Body of `POST /tool`. */
export type NewTool = z.infer<typeof newToolSchema>;

/** `GET /tool/{id}` */
export const getToolCall = {
  method: 'GET',
  path: '/tool/:id',
  access: 'public',
  params: idParamsSchema,
  reply: toolSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'getTool',
  summary: 'One tool',
  description: 'With its price and what is available now.',
} satisfies Call;

/** `POST /tool` */
export const addToolCall = {
  method: 'POST',
  path: '/tool',
  access: 'admin',
  body: newToolSchema,
  reply: insertedSchema,
  tag: 'Tools',
  operationId: 'addTool',
  summary: 'Adds a tool; its picture comes from POST /image',
  description: '`img` is the address that `POST /image` answered.',
} satisfies Call;

/** `DELETE /tool/{id}` */
export const deleteToolCall = {
  method: 'DELETE',
  path: '/tool/:id',
  access: 'admin',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'deleteTool',
  summary: 'Takes a tool out of the shop',
  description: 'Orders keep their copy of it; unpaid ones can no longer be paid.',
} satisfies Call;
