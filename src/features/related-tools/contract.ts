import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { toolSchema } from '#features/catalogue/contract.ts';
import { accessoryTexts as texts } from './texts.ts';

/** Maximum number of accessories pinned to a tool; the database has the same. */
export const MAX_ACCESSORIES = 8;

/** Answer of `GET /tool/{id}/related`: tools for sale only. `bought` are those that at least three buyers of
 * the tool also bought, the most frequent first, without its accessories. */
export const relatedToolsSchema = z.object({
  accessories: z.array(toolSchema),
  bought: z.array(toolSchema),
});
export type RelatedTools = z.infer<typeof relatedToolsSchema>;

export const getRelatedToolsCall = {
  method: 'GET',
  path: '/tool/:id/related',
  access: 'public',
  params: idParamsSchema,
  reply: relatedToolsSchema,
  tag: 'Tools',
  operationId: 'getRelatedTools',
  summary: 'Gets a tool’s accessories, and what its buyers also bought',
  description:
    'Both lists have tools for sale only, and are empty for an unknown tool. What fewer than three buyers have in common is never told.',
} satisfies Call;

/** A tool's accessories as staff see them, drafts included. */
const accessoriesSchema = z.object({ accessories: z.array(toolSchema) });

export const getAccessoriesCall = {
  method: 'GET',
  path: '/managetool/:id/accessories',
  access: 'staff',
  params: idParamsSchema,
  reply: accessoriesSchema,
  tag: 'Tools',
  operationId: 'getAccessories',
  summary: 'Lists the accessories pinned to a tool, including drafts',
} satisfies Call;

/** Body of `PUT /tool/{id}/accessories`: all of them, in order. */
const newAccessoriesSchema = z.object({
  accessories: z.array(idSchema).check(
    z.maxLength(MAX_ACCESSORIES, texts.tooMany(MAX_ACCESSORIES)),
    z.refine((ids) => new Set(ids).size === ids.length, texts.twice),
  ),
});

export const setAccessoriesCall = {
  method: 'PUT',
  path: '/tool/:id/accessories',
  access: 'admin',
  params: idParamsSchema,
  body: newAccessoriesSchema,
  reply: accessoriesSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'setAccessories',
  summary: 'Pins accessories to a tool',
  description:
    'Replaces all of them, in order. They show on the tool’s page while they are for sale. The tool’s `version` stays the same.',
} satisfies Call;
