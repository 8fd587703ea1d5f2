import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { plainLine } from '#contracts/text.ts';
import { priceBreakSchema, specificationSchema, toolSchema } from '#features/catalogue/contract.ts';
import { linkErrorTexts as texts } from './texts.ts';

/** Maximum number of a tool's links of each kind; the database has the same. */
export const MAX_LINKS = 50;

/** A tool as a row of a table: with its price breaks and specifications. */
const linkedToolSchema = z.extend(toolSchema, {
  pack_step: z.int(),
  price_breaks: z.array(priceBreakSchema),
  specifications: z.array(specificationSchema),
});
export type LinkedTool = z.infer<typeof linkedToolSchema>;

/** Answer of `GET /tool/{id}/related`: tools for sale only. `successor` is the last of those that replace the
 * tool, one after another. `fits` are those of which it is an accessory or a spare part, and `replaces` those
 * that it replaces, with the ones that are no longer sold in `discontinued`. `bought` are those that at least
 * three buyers of the tool also bought, the most frequent first, without its accessories and spare parts. */
export const relatedToolsSchema = z.object({
  successor: z.nullable(linkedToolSchema),
  spareParts: z.array(linkedToolSchema),
  accessories: z.array(linkedToolSchema),
  fits: z.array(linkedToolSchema),
  replaces: z.array(linkedToolSchema),
  discontinued: z.array(z.object({ name: z.string(), part_number: z.nullable(z.string()) })),
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
  summary: 'Gets a tool’s spare parts, accessories, and successor, and what its buyers also bought',
  description: `All lists have tools for sale only, at most ${MAX_LINKS}. An unknown tool has none, and a deleted one only its \`successor\`. What fewer than three buyers have in common is never told.`,
} satisfies Call;

/** What can be linked to a tool, as the keeper sees it. `replacedBy` and `replaces` are the two directions of one
 * link. */
export const linkFields = ['accessories', 'spareParts', 'replacedBy', 'replaces'] as const;
export type LinkField = (typeof linkFields)[number];

/** A linked tool as staff see it. */
const managedLinkSchema = z.object({
  _id: idSchema,
  name: z.string(),
  part_number: z.nullable(z.string()),
  state: z.enum(['for_sale', 'draft', 'deleted']),
});
export type ManagedLink = z.infer<typeof managedLinkSchema>;

/** A tool's links as staff see them, with drafts and deleted tools. */
const managedLinksSchema = z.object({
  accessories: z.array(managedLinkSchema),
  spareParts: z.array(managedLinkSchema),
  replacedBy: z.nullable(managedLinkSchema),
  replaces: z.array(managedLinkSchema),
});
export type ManagedLinks = z.infer<typeof managedLinksSchema>;

export const getLinksCall = {
  method: 'GET',
  path: '/managetool/:id/links',
  access: 'staff',
  params: idParamsSchema,
  reply: managedLinksSchema,
  tag: 'Tools',
  operationId: 'getLinks',
  summary: 'Lists the accessories, spare parts, and replacements of a tool, including drafts',
} satisfies Call;

/** The id of a tool, or its part number. */
const reference = plainLine(texts.reference, 40).check(z.minLength(1, texts.empty));

const references = z.array(reference).check(
  z.maxLength(MAX_LINKS, texts.tooMany(MAX_LINKS)),
  z.refine((given) => new Set(given.map((each) => each.toLowerCase())).size === given.length, texts.twice),
);

/** Body of `PUT /tool/{id}/links`: all links of each kind that is given, in order. */
export const newLinksSchema = z.object({
  accessories: z.optional(references),
  spareParts: z.optional(references),
  replacedBy: z.optional(z.nullable(reference)),
  replaces: z.optional(references),
});
export type NewLinks = z.infer<typeof newLinksSchema>;

export const setLinksCall = {
  method: 'PUT',
  path: '/tool/:id/links',
  access: 'admin',
  params: idParamsSchema,
  body: newLinksSchema,
  reply: managedLinksSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Tools',
  operationId: 'setLinks',
  summary: 'Sets the accessories, spare parts, and replacements of a tool',
  description:
    'Replaces all links of each kind that is given, in order; what isn’t given stays. Tools are named by id or part number, and nothing is changed if one of them is unknown. `replaces` may name deleted tools, whose visitors and part numbers then lead to this tool; a tool with another successor keeps it (409). Links show while their tools are for sale. The tool’s `version` stays the same.',
} satisfies Call;
