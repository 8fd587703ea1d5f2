import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, insertedSchema, listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { atMost, clearableText, formLine, isPlainLine, plainLine } from '#contracts/text.ts';
import {
  hasPrices,
  plainFilters,
  priceBreakSchema,
  specificationSchema,
  toolSchema,
} from '#features/catalogue/contract.ts';
import { toolEditSchema } from '#features/catalogue/managed-contract.ts';
import { partNumberLine } from '#features/catalogue/tool-fields-contract.ts';
import { taxonName } from '#features/categories/contract.ts';
import { familyErrorTexts as errorTexts, familyFieldTexts as labels } from './texts.ts';

/** Maximum number of members of a family. */
export const MAX_MEMBERS = 1_000;

/** Maximum number of a family's own pictures; the database has the same. */
export const MAX_PICTURES = 8;

/** A family on the wire. Without pictures of its own, `img` and `picture` are those of its first member. */
const familySchema = z.object({
  _id: idSchema,
  name: z.string(),
  description: z.string(),
  category: z.nullable(z.string()),
  img: z.nullable(z.string()),
  picture: z.nullable(pictureSchema),
  pictures: z.array(z.object({ img: z.string(), picture: pictureSchema })),
  memberCount: z.int(),
  version: z.int(),
});

/** A specification in which members differ. Numeric if every value is one number: its `min` and `max` are then
 * the range. `label` is name and unit, as in `spec` of `GET /tool`. `values` are all different ones, sorted by
 * value, unless there are more than 50; `valueCount` is how many. */
export const familyColumnSchema = z.object({
  label: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  isNumeric: z.boolean(),
  min: z.nullable(z.number()),
  max: z.nullable(z.number()),
  values: z.array(z.string()),
  valueCount: z.int(),
});
export type FamilyColumn = z.infer<typeof familyColumnSchema>;

/** A member as a row of its family's table: a tool, with its price breaks and specifications, whose units are
 * spelled as in the columns. */
export const familyMemberSchema = z.extend(z.omit(toolSchema, { description: true, family: true }), {
  pack_step: z.int(),
  price_breaks: z.array(priceBreakSchema),
  specifications: z.array(specificationSchema),
});
export type FamilyMember = z.infer<typeof familyMemberSchema>;

/** Answer of `GET /families/{id}`. `rating` is the average of the visible reviews of its members for sale, null
 * if there are none; `shared` are the specifications that all members have alike. `matching` is how many of the
 * members found fit a search, which come first; null without one. */
export const familyDetailsSchema = z.extend(familySchema, {
  matching: z.nullable(z.int()),
  rating: toolSchema.shape.rating,
  rating_count: toolSchema.shape.rating_count,
  shared: z.array(specificationSchema),
  columns: z.array(familyColumnSchema),
  members: z.array(familyMemberSchema),
});
export type FamilyDetails = z.infer<typeof familyDetailsSchema>;

/** What a table shows of a family, or of tools that are linked otherwise. */
export type TabledFamily = Pick<FamilyDetails, '_id' | 'name' | 'img' | 'shared' | 'columns' | 'members'>;

/** A family as staff see it: `memberCount` and `toolIds`, in order, include drafts. */
export const managedFamilySchema = z.extend(familySchema, { toolIds: z.array(idSchema) });
export type ManagedFamily = z.infer<typeof managedFamilySchema>;

export const listedFamilySchema = z.omit(familySchema, { description: true, pictures: true });
export type ListedFamily = z.infer<typeof listedFamilySchema>;

const memberSorts = ['position', 'price', '-price', 'column', '-column'] as const;

/** Maximum number of filters of a family's members. */
const MAX_FILTERS = 50;

/** The maximum length of a label and of two values. */
const filter = plainLine('spec', 330);

/** Query of `GET /families/{id}`: a page of its members, in their own order or sorted. `column` is the label of
 * the column to sort by; members without a value come last. `spec` may repeat: a column's label and a value
 * (`Finish:Chrome`) or, if it is numeric, an inclusive range of numbers as members write them (`Opening,
 * in:3/8..1/2`), one end of which may be left out; any of those of a column, and all columns. The others are
 * those of `GET /tool`: in their own order, members that they fit come first. */
export const familyQuerySchema = z
  .object({
    ...plainFilters,
    limit: listPageSchema.shape.limit,
    cursor: z.optional(
      z.string().check(z.regex(/^\d{1,4}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'cursor is not valid')),
    ),
    sort: z._default(oneOf('sort', memberSorts), 'position'),
    column: z.optional(plainLine('column', 90)),
    spec: z.optional(
      z.pipe(
        z.union([
          filter,
          z.array(filter).check(z.maxLength(MAX_FILTERS, `spec can be given ${MAX_FILTERS} times at most`)),
        ]),
        z.transform((given) => [given].flat()),
      ),
    ),
  })
  .check(hasPrices);
export type FamilyQuery = z.infer<typeof familyQuerySchema>;

const img = z
  .string()
  .check(...atMost(2000, errorTexts.picturesWrong), z.refine(isPlainLine, errorTexts.picturesWrong));

/** The name of a family. */
export const familyName = formLine({ label: labels.name, missing: errorTexts.nameMissing, max: 200 });

/** The description of a family, which may be empty. */
export const familyDescription = clearableText(labels.description, 5_000);

const fields = {
  name: familyName,
  description: z.optional(familyDescription),
  category: z.optional(z.nullable(taxonName(labels.category))),
  pictures: z.optional(
    z.array(z.object({ img }), { error: errorTexts.picturesWrong }).check(
      z.maxLength(MAX_PICTURES, errorTexts.tooManyPictures(MAX_PICTURES)),
      z.refine(
        (pictures) => new Set(pictures.map((each) => each.img)).size === pictures.length,
        errorTexts.pictureTwice,
      ),
    ),
  ),
};

const toolIds = z.array(idSchema, { error: errorTexts.membersMissing }).check(
  z.maxLength(MAX_MEMBERS, errorTexts.tooMany(MAX_MEMBERS)),
  z.refine((ids) => new Set(ids).size === ids.length, errorTexts.twice),
);

/** Body of `POST /families`: a new family, with its members in order. */
export const newFamilySchema = z.object({ ...fields, toolIds });
export type NewFamily = z.infer<typeof newFamilySchema>;

/** Body of `PATCH /families/{id}`: the version last seen, and the changes. `toolIds` are all members, in order;
 * who isn't among them is taken out. */
export const familyEditSchema = z.object({
  ...fields,
  name: z.optional(fields.name),
  toolIds: z.optional(toolIds),
  version: toolEditSchema.shape.version,
});
export type FamilyEdit = z.infer<typeof familyEditSchema>;

/** Body of `POST /families/{id}/members`: tools by id, by part number, or both. */
export const addMembersSchema = z
  .object({
    toolIds: z.optional(toolIds),
    partNumbers: z.optional(
      z
        .array(partNumberLine, { error: errorTexts.noneToAdd })
        .check(z.maxLength(MAX_MEMBERS, errorTexts.tooMany(MAX_MEMBERS))),
    ),
  })
  .check(
    z.refine(({ toolIds: ids = [], partNumbers = [] }) => ids.length + partNumbers.length > 0, {
      path: ['partNumbers'],
      error: errorTexts.noneToAdd,
    }),
  );
export type AddMembers = z.infer<typeof addMembersSchema>;

/** Body of `POST /families/{id}/split`: the members that become a new family, in order, and its name. */
export const splitFamilySchema = z.object({
  name: familyName,
  toolIds: toolIds.check(z.minLength(1, errorTexts.membersMissing)),
});
export type SplitFamily = z.infer<typeof splitFamilySchema>;

const ofAdmins = { access: 'admin', tag: 'Tools' } as const;

export const getFamilyCall = {
  method: 'GET',
  path: '/families/:id',
  access: 'public',
  params: idParamsSchema,
  query: familyQuerySchema,
  reply: familyDetailsSchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'getFamily',
  summary: 'Gets a family of tools, as one table of its members',
  description:
    'Members are tools for sale; a family without any is not found. Their next page is in the `Link` header, and the number of those found in `X-Total-Count`. `sort=column` sorts by the value of the column whose label is `column`: 9 before 10, 3/8 before 1/2. `spec` filters by columns: `spec=Width, mm:8..12&spec=Finish:Chrome`. A column that the family doesn’t have neither sorts nor filters. `q` and the other filters of `GET /tool` leave no member out: those that fit come first, unless `sort` says otherwise.',
} satisfies Call;

export const listManagedFamiliesCall = {
  method: 'GET',
  path: '/managefamilies',
  access: 'staff',
  query: z.extend(listPageSchema, { q: z.optional(plainLine('q', 200)) }),
  reply: z.array(listedFamilySchema),
  tag: 'Tools',
  operationId: 'listManagedFamilies',
  summary: 'Lists families for staff, by name, including those without members',
  description: '`q` matches the beginnings of words in names.',
} satisfies Call;

export const getManagedFamilyCall = {
  method: 'GET',
  path: '/managefamilies/:id',
  access: 'staff',
  params: idParamsSchema,
  reply: managedFamilySchema,
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'getManagedFamily',
  summary: 'Gets a family for staff, with all its members, including drafts',
} satisfies Call;

export const addFamilyCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/families',
  body: newFamilySchema,
  reply: z.extend(insertedSchema, { version: z.int() }),
  errors: ['conflict'],
  operationId: 'addFamily',
  summary: 'Groups tools into a family',
  description:
    'They stay tools, with prices, stock, and pages of their own. A tool is in one family at most: one that is in another is a conflict. Names are compared without case and spacing.',
} satisfies Call;

export const editFamilyCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/families/:id',
  params: idParamsSchema,
  body: familyEditSchema,
  reply: managedFamilySchema,
  errors: ['not_found', 'version_conflict', 'conflict'],
  operationId: 'editFamily',
  summary: 'Changes a family: its fields, its members, or their order',
  description:
    '`version` is the one last read. If someone has edited the family since, the error’s `current` is the family as it is now. `toolIds` replaces all members.',
} satisfies Call;

export const addMembersCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/families/:id/members',
  params: idParamsSchema,
  body: addMembersSchema,
  reply: managedFamilySchema,
  errors: ['not_found', 'conflict'],
  operationId: 'addFamilyMembers',
  summary: 'Adds tools to a family, after its members',
  description:
    'Those that are members stay where they are. Part numbers are compared without case. All are added or, if one is unknown or in another family, none.',
} satisfies Call;

export const splitFamilyCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/families/:id/split',
  params: idParamsSchema,
  body: splitFamilySchema,
  reply: z.extend(insertedSchema, { version: z.int() }),
  errors: ['not_found', 'conflict'],
  operationId: 'splitFamily',
  summary: 'Makes a new family of some members of a family',
  description: 'The new family has the same category. A tool that is no longer a member is a conflict.',
} satisfies Call;

export const mergeFamilyCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/families/:id/merge',
  params: idParamsSchema,
  body: z.object({ into: idSchema }),
  reply: managedFamilySchema,
  errors: ['not_found', 'conflict'],
  operationId: 'mergeFamily',
  summary: 'Merges a family into another one, and returns the latter',
  description: 'Its members come after those of the other family, in their order, and it is deleted.',
} satisfies Call;

export const deleteFamilyCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/families/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteFamily',
  summary: 'Deletes a family; its members stay in the shop',
} satisfies Call;
