import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema, listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';
import { isPlainLine, plainLine, typedLine, typedText } from '#contracts/text.ts';
import { fieldTexts } from '#texts/validation.ts';
import { MAX_QUANTITY, quantity, toolSchema } from './contract.ts';
import { toolEditTexts, toolRuleTexts } from './texts/manage.ts';
import { toolFieldTexts as labels } from './texts/tool.ts';

/** Body of `POST /tool`; also the rules of the Add a tool form. */
export const newToolSchema = z.object({
  name: typedLine({ missing: toolRuleTexts.nameMissing, label: labels.name, max: 200 }),
  description: typedText({
    missing: fieldTexts.missing(labels.description),
    label: labels.description,
    max: 5000,
  }),
  min_order_quantity: quantity(labels.min_order_quantity),
  available_quantity: quantity(labels.available_quantity),
  price: z
    .number({ error: fieldTexts.missing(labels.price) })
    .check(z.positive(toolRuleTexts.priceNothing), z.maximum(999_999.99, toolRuleTexts.priceTooHigh)),
  img: z
    .string({ error: fieldTexts.missing(labels.image) })
    .check(
      z.minLength(1, fieldTexts.missing(labels.image)),
      z.maxLength(2000, toolRuleTexts.imageWrong),
      z.refine(isPlainLine, toolRuleTexts.imageWrong),
    ),
  category: z.optional(plainLine(labels.category, 60).check(z.minLength(1))),
  brand: z.optional(plainLine(labels.brand, 60).check(z.minLength(1))),
});
export type NewTool = z.infer<typeof newToolSchema>;

/** What the admins' list of tools may be sorted by; a figure falls with `-`. */
export const managedToolSorts = [
  'newest',
  'name',
  'price',
  '-price',
  'minimum',
  '-minimum',
  'available',
  '-available',
] as const;
export type ManagedToolSort = (typeof managedToolSorts)[number];

/** Query of `GET /managetool`. `q`: the beginnings of words of name, brand and category; `stock` as in the overview. */
export const managedToolListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  stock: z.optional(z.enum(['low'], { error: 'stock must be low' })),
  sort: z._default(oneOf('sort', managedToolSorts), 'newest'),
});
export type ManagedToolList = z.infer<typeof managedToolListSchema>;

export const listManagedToolsCall = {
  method: 'GET',
  path: '/managetool',
  access: 'staff',
  query: managedToolListSchema,
  reply: z.array(toolSchema),
  tag: 'Tools',
  operationId: 'listManagedTools',
  summary: 'The tools as admins look for them: by name, figures and what is left',
  description: '`q` finds the beginnings of words of names.',
} satisfies Call;

const { category, brand } = newToolSchema.shape;

/** What there is of a tool; nothing where it is sold out. */
export const availableUnits = z
  .number({ error: fieldTexts.missing(labels.available_quantity) })
  .check(
    z.int(fieldTexts.notWhole(labels.available_quantity)),
    z.minimum(0, fieldTexts.tooSmall(labels.available_quantity, 0)),
    z.maximum(MAX_QUANTITY, fieldTexts.tooLarge(labels.available_quantity)),
  );

/** Body of `PATCH /tool/{id}`: the version last seen, and what is to be changed; null takes category or brand away. What is
 * available is a count that somebody knows: the stock is adjusted to it. */
export const toolEditSchema = z.extend(z.partial(newToolSchema), {
  available_quantity: z.optional(availableUnits),
  category: z.nullable(category),
  brand: z.nullable(brand),
  version: z
    .number({ error: toolEditTexts.versionMissing })
    .check(z.int(toolEditTexts.versionWrong), z.positive(toolEditTexts.versionWrong)),
});
export type ToolEdit = z.infer<typeof toolEditSchema>;

export const editToolCall = {
  method: 'PATCH',
  path: '/tool/:id',
  access: 'admin',
  params: idParamsSchema,
  body: toolEditSchema,
  reply: toolSchema,
  errors: ['not_found', 'version_conflict'],
  tag: 'Tools',
  operationId: 'editTool',
  summary: 'Changes some fields of a tool',
  description:
    '`version` is the one last seen. Where somebody has edited the tool since, the error’s `current` is the tool as it is now. Orders keep their copies.',
} satisfies Call;

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
