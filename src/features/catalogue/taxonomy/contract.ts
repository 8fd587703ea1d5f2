import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { isPlainLine, typedLine } from '#contracts/text.ts';
import { fieldTexts } from '#texts/validation.ts';
import { taxonRuleTexts as texts } from '../texts/taxonomy.ts';

/** What tools are sorted into, each by its name: a tool has one of each kind at most. */
export const taxonKinds = ['category', 'brand'] as const;
export type TaxonKind = (typeof taxonKinds)[number];

/** A brand on the wire: how many tools in the shop have it, and its picture where it was given one. */
export const brandSchema = z.object({
  _id: idSchema,
  name: z.string(),
  tools: z.int(),
  img: z.nullable(z.string()),
  picture: z.nullable(pictureSchema),
});
export type Brand = z.infer<typeof brandSchema>;

/** A category: the same, with the id of the category that it is under. `tools` are its own, not those of categories under it. */
export const categorySchema = z.extend(brandSchema, { parent: z.nullable(idSchema) });
export type Category = z.infer<typeof categorySchema>;

const name = typedLine({ ...texts.name, max: 60 });

const img = z.optional(
  z.nullable(
    z
      .string({ error: fieldTexts.missing(texts.img) })
      .check(z.maxLength(2000, fieldTexts.tooLong(texts.img, 2000)), z.refine(isPlainLine, texts.img)),
  ),
);

const parent = z.optional(z.nullable(idSchema));

/** Body of `POST /brands`: `img` is the address that `POST /image` answered. */
export const newBrandSchema = z.object({ name, img });
/** Body of `POST /categories`: the same, and the category that it is to be under. */
export const newCategorySchema = z.extend(newBrandSchema, { parent });
export type NewTaxon = z.infer<typeof newCategorySchema>;

/** Body of `PATCH /brands/{id}`: what is to be changed. `before` is the one that it is to come before, null for the last place. */
export const brandEditSchema = z.object({
  name: z.optional(name),
  img,
  before: z.optional(z.nullable(idSchema)),
});
export const categoryEditSchema = z.extend(brandEditSchema, { parent });
export type TaxonEdit = z.infer<typeof categoryEditSchema>;

/** Body of `POST /categories/{id}/merge`, and of a brand's: the one that takes its tools. */
export const mergeSchema = z.object({ into: idSchema });

const common = { access: 'admin', tag: 'Tools' } as const;
const ofOne = { ...common, params: idParamsSchema } as const;

export const getCategoriesCall = {
  method: 'GET',
  path: '/categories',
  access: 'public',
  reply: z.array(categorySchema),
  tag: 'Tools',
  operationId: 'getCategories',
  summary: 'All categories, in the shop’s order',
  description:
    'Those that nobody has put in order come last, the commonest first. An empty one is listed too.',
} satisfies Call;

export const addCategoryCall = {
  ...common,
  method: 'POST',
  path: '/categories',
  body: newCategorySchema,
  reply: insertedSchema,
  errors: ['conflict'],
  operationId: 'addCategory',
  summary: 'Adds a category',
  description:
    'Names are compared without regard to case and spacing. A tool with a new category adds it too.',
} satisfies Call;

export const editCategoryCall = {
  ...ofOne,
  method: 'PATCH',
  path: '/categories/:id',
  body: categoryEditSchema,
  reply: categorySchema,
  errors: ['not_found', 'conflict'],
  operationId: 'editCategory',
  summary: 'Renames a category, moves it, or changes its picture',
  description: 'Its tools follow. Its former name still leads to it.',
} satisfies Call;

export const mergeCategoryCall = {
  ...ofOne,
  method: 'POST',
  path: '/categories/:id/merge',
  body: mergeSchema,
  reply: categorySchema,
  errors: ['not_found', 'conflict'],
  operationId: 'mergeCategory',
  summary: 'Merges a category into another one, and answers that',
  description: 'Its tools and the categories under it move there, and its name leads there from then on.',
} satisfies Call;

export const deleteCategoryCall = {
  ...ofOne,
  method: 'DELETE',
  path: '/categories/:id',
  reply: deletedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'deleteCategory',
  summary: 'Deletes a category without tools',
  description: 'One that has tools, or categories under it, is a conflict.',
} satisfies Call;

export const getBrandsCall = {
  method: 'GET',
  path: '/brands',
  access: 'public',
  reply: z.array(brandSchema),
  tag: 'Tools',
  operationId: 'getBrands',
  summary: 'All brands, in the shop’s order',
  description:
    'Those that nobody has put in order come last, the commonest first. An empty one is listed too.',
} satisfies Call;

export const addBrandCall = {
  ...common,
  method: 'POST',
  path: '/brands',
  body: newBrandSchema,
  reply: insertedSchema,
  errors: ['conflict'],
  operationId: 'addBrand',
  summary: 'Adds a brand',
  description: 'Names are compared without regard to case and spacing. A tool with a new brand adds it too.',
} satisfies Call;

export const editBrandCall = {
  ...ofOne,
  method: 'PATCH',
  path: '/brands/:id',
  body: brandEditSchema,
  reply: brandSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'editBrand',
  summary: 'Renames a brand, moves it, or changes its picture',
  description: 'Its tools follow. Its former name still leads to it.',
} satisfies Call;

export const mergeBrandCall = {
  ...ofOne,
  method: 'POST',
  path: '/brands/:id/merge',
  body: mergeSchema,
  reply: brandSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'mergeBrand',
  summary: 'Merges a brand into another one, and answers that',
  description: 'Its tools move there, and its name leads there from then on.',
} satisfies Call;

export const deleteBrandCall = {
  ...ofOne,
  method: 'DELETE',
  path: '/brands/:id',
  reply: deletedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'deleteBrand',
  summary: 'Deletes a brand without tools',
  description: 'One that has tools is a conflict.',
} satisfies Call;
