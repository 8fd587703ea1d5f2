import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { safetyEditShape, safetyFactsSchema } from '#contracts/product-safety.ts';
import { atMost, formLine, isPlainLine } from '#contracts/text.ts';
import { fieldTexts } from '#texts/validation.ts';
import { taxonRuleTexts as texts } from './texts.ts';

/** How tools are classified, by name: a tool has at most one of each kind. */
export const taxonKinds = ['category', 'brand'] as const;
export type TaxonKind = (typeof taxonKinds)[number];

/** What both have on the wire: its number of tools in the shop, and its picture if it has one. */
const taxonSchema = z.object({
  _id: idSchema,
  name: z.string(),
  tools: z.int(),
  img: z.nullable(z.string()),
  picture: z.nullable(pictureSchema),
});

/** A brand on the wire, with what is said of the safety of its tools. */
export const brandSchema = z.extend(taxonSchema, safetyFactsSchema.shape);
export type Brand = z.infer<typeof brandSchema>;

/** A category: with the id of its parent category. `tools` counts its own, not those of its subcategories;
 * `isReturnable`: whether buyers can return its tools, unless its parent excludes them. */
export const categorySchema = z.extend(taxonSchema, {
  parent: z.nullable(idSchema),
  isReturnable: z.boolean(),
});
export type Category = z.infer<typeof categorySchema>;

/** The name of a category or brand; `label` is the field's label. */
export const taxonName = (label: string) => formLine({ label, missing: fieldTexts.missing(label), max: 60 });

const name = taxonName(texts.name);

const img = z.optional(
  z.nullable(
    z
      .string({ error: fieldTexts.missing(texts.img) })
      .check(...atMost(2000, fieldTexts.tooLong(texts.img, 2000)), z.refine(isPlainLine, texts.img)),
  ),
);

const parent = z.optional(z.nullable(idSchema));

/** Body of `POST /brands`: `img` is the address returned by `POST /image`. */
export const newBrandSchema = z.object({ name, img });
/** Body of `POST /categories`: as for a brand, with the parent category. */
export const newCategorySchema = z.extend(newBrandSchema, { parent });
export type NewTaxon = z.infer<typeof newCategorySchema>;

const taxonEditSchema = z.object({
  name: z.optional(name),
  img,
  before: z.optional(z.nullable(idSchema)),
});
/** Body of `PATCH /brands/{id}`: the changes. It is moved in front of `before`, or to the last position for
 * null. Null removes a fact about the safety of its tools. */
export const brandEditSchema = z.extend(taxonEditSchema, safetyEditShape);
export const categoryEditSchema = z.extend(taxonEditSchema, {
  parent,
  isReturnable: z.optional(z.boolean({ error: texts.isReturnable })),
});
export type TaxonEdit = z.infer<typeof brandEditSchema> & z.infer<typeof categoryEditSchema>;

/** Body of `POST /categories/{id}/merge`, and of a brand's: the one that receives the tools. */
export const mergeSchema = z.object({ into: idSchema });

const common = { access: 'admin', tag: 'Tools' } as const;
const ofOne = { ...common, params: idParamsSchema } as const;

type Schema = z.ZodMiniType;

/** The differences between the calls of each kind: paths, names, schemas and texts. */
type CallParts<Path, One, Many, Shown, New, Edit> = {
  path: Path;
  one: One;
  many: Many;
  shown: Shown;
  added: New;
  edit: Edit;
  words: { one: string; many: string; movedOnMerge: string; keptBy: string };
};

/** Declares the five calls of a kind. */
function callsOf<
  const Path extends string,
  const One extends string,
  const Many extends string,
  Shown extends Schema,
  New extends Schema,
  Edit extends Schema,
>({ path, one, many, shown, added, edit, words }: CallParts<Path, One, Many, Shown, New, Edit>) {
  return {
    list: {
      method: 'GET',
      path,
      access: 'public',
      reply: z.array(shown),
      tag: 'Tools',
      operationId: `get${many}` as const,
      summary: `Lists all ${words.many}, in the shop’s order`,
      description:
        'Those without a set position come last, the most common first. Empty ones are listed too.',
    },
    add: {
      ...common,
      method: 'POST',
      path,
      body: added,
      reply: insertedSchema,
      errors: ['conflict'],
      operationId: `add${one}` as const,
      summary: `Adds a ${words.one}`,
      description: `Names are compared without case and spacing. Adding a tool with a new ${words.one} adds it too.`,
    },
    edit: {
      ...ofOne,
      method: 'PATCH',
      path: `${path}/:id` as const,
      body: edit,
      reply: shown,
      errors: ['not_found', 'conflict'],
      operationId: `edit${one}` as const,
      summary: `Renames a ${words.one}, moves it, or changes its picture`,
      description: 'Its tools follow. Links to its old name keep working.',
    },
    merge: {
      ...ofOne,
      method: 'POST',
      path: `${path}/:id/merge` as const,
      body: mergeSchema,
      reply: shown,
      errors: ['not_found', 'conflict'],
      operationId: `merge${one}` as const,
      summary: `Merges a ${words.one} into another one, and returns that`,
      description: `${words.movedOnMerge} move there, and links to its name lead there from then on.`,
    },
    remove: {
      ...ofOne,
      method: 'DELETE',
      path: `${path}/:id` as const,
      reply: deletedSchema,
      errors: ['not_found', 'conflict'],
      operationId: `delete${one}` as const,
      summary: `Deletes a ${words.one} without tools`,
      description: `One that has ${words.keptBy} is a conflict.`,
    },
  } satisfies Record<string, Call>;
}

export const taxonCalls = {
  category: callsOf({
    path: '/categories',
    one: 'Category',
    many: 'Categories',
    shown: categorySchema,
    added: newCategorySchema,
    edit: categoryEditSchema,
    words: {
      one: 'category',
      many: 'categories',
      movedOnMerge: 'Its tools and the categories under it',
      keptBy: 'tools, or categories under it,',
    },
  }),
  brand: callsOf({
    path: '/brands',
    one: 'Brand',
    many: 'Brands',
    shown: brandSchema,
    added: newBrandSchema,
    edit: brandEditSchema,
    words: { one: 'brand', many: 'brands', movedOnMerge: 'Its tools', keptBy: 'tools' },
  }),
};
