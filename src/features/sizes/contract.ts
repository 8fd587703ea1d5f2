import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { decimalSigns } from '#contracts/number-notation.ts';
import { atMost, formLine, plainLine } from '#contracts/text.ts';
import { specificationRuleTexts } from '#features/catalogue/texts/manage.ts';
import { csvFields, type ToolFieldName } from '#features/catalogue/tool-fields-contract.ts';
import { sizesErrorTexts as texts } from './texts.ts';

/** Maximum number of sizes added at once: as many as an import writes in one step. */
export const MAX_SIZES = 500;

/** Maximum number of columns of a grid of sizes. */
export const MAX_SIZE_COLUMNS = 40;

/** The fields that a column can hold: all of a file's but specifications, which have columns of their own. */
export const sizeFields = csvFields.filter((field) => field !== 'specifications');

/** The fields that can be given once for all sizes. */
const sharedFields = sizeFields.filter((field) => !['part_number', 'gtin', 'name'].includes(field));

/** More than the maximum of any field, with all of a tool's pictures. */
const MOST_CHARACTERS = 20_000;

const cell = z.string().check(...atMost(MOST_CHARACTERS, texts.cellTooLong));

const sizeColumnSchema = z.union(
  [
    z.object({ field: oneOf('field', sizeFields as [ToolFieldName, ...ToolFieldName[]]) }),
    z.object({
      specification: formLine({
        missing: specificationRuleTexts.nameMissing,
        label: specificationRuleTexts.name,
        max: 60,
      }),
      unit: z.optional(z.nullable(plainLine(specificationRuleTexts.unit, 20))),
    }),
  ],
  { error: texts.badColumn },
);

/** A column of a grid of sizes: a field of tools, or a specification, with its unit if it has one. */
export type SizeColumn = z.infer<typeof sizeColumnSchema>;

const nameOf = (column: SizeColumn) =>
  'field' in column ? `field ${column.field}` : `specification ${column.specification.toLowerCase()}`;

/** Body of `POST /families/{id}/sizes`. */
export const addSizesSchema = z.object({
  columns: z.array(sizeColumnSchema).check(
    z.maxLength(MAX_SIZE_COLUMNS, texts.tooManyColumns(MAX_SIZE_COLUMNS)),
    z.refine((columns) => new Set(columns.map(nameOf)).size === columns.length, texts.columnTwice),
    z.refine(
      (columns) => columns.some((column) => 'field' in column && column.field === 'part_number'),
      texts.noPartNumbers,
    ),
  ),
  rows: z
    .array(z.array(cell).check(z.maxLength(MAX_SIZE_COLUMNS, texts.rowTooWide)))
    .check(z.minLength(1, texts.noRows), z.maxLength(MAX_SIZES, texts.tooManyRows(MAX_SIZES))),
  shared: z.optional(
    z.object(
      Object.fromEntries(sharedFields.map((field) => [field, z.optional(cell)])) as Record<
        (typeof sharedFields)[number],
        z.ZodMiniOptional<typeof cell>
      >,
    ),
  ),
  decimal: z.optional(z.enum(decimalSigns, { error: texts.badDecimal })),
});
export type AddSizes = z.infer<typeof addSizesSchema>;

export const addSizesCall = {
  method: 'POST',
  path: '/families/:id/sizes',
  access: 'admin',
  params: idParamsSchema,
  body: addSizesSchema,
  reply: z.object({ importId: idSchema, toolIds: z.array(idSchema) }),
  errors: ['not_found', 'conflict'],
  tag: 'Tools',
  operationId: 'addSizes',
  summary: 'Adds tools to a family from rows of cells: all of them, or none',
  description:
    '`columns` says what the cells of each row are, and `shared` what all rows have alike; cells are written as in an import’s file. Rows become tools in their order, after the family’s members. A tool without a name is named after the family and its specifications. If cells are wrong, nothing is added, and the error’s `cells` says for each what is wrong. The sizes are an import, `importId`, which can be undone like one.',
} satisfies Call;
