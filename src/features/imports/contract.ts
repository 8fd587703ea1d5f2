import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { csvSchema, insertedSchema, listPageSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { requestLimits } from '#contracts/limits.ts';
import { decimalSigns } from '#contracts/number-notation.ts';
import { managedToolListSchema } from '#features/catalogue/managed-contract.ts';
import { MAX_QUANTITY } from '#features/catalogue/rules.ts';
import {
  availableUnits,
  csvFields,
  type ToolFieldName,
  toolEditShape,
  toolFields,
} from '#features/catalogue/tool-fields-contract.ts';
import { familyName } from '#features/families/contract.ts';
import { isLinkCell, type LinkCell, linkCellNames } from '#features/related-tools/link-columns.ts';
import { fieldTexts } from '#texts/validation.ts';
import { priceRoundings } from './rounding-rules.ts';
import { bulkRuleTexts as bulkTexts } from './texts.ts';

export const importStates = [
  'reading',
  'checked',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
] as const;

/** The fields that a file's column can hold, named as in an export: texts first, then numbers. */
export type ImportedField = ToolFieldName | 'family' | LinkCell | '_id';
export const importedFields: ImportedField[] = [
  ...csvFields.filter((field) => !isNumber(field)),
  'family',
  ...linkCellNames,
  ...csvFields.filter(isNumber),
  '_id',
];

/** Whether a field's cells are numbers. */
export function isNumber(field: ImportedField): boolean {
  return isOfTool(field) && !['text', 'list'].includes(toolFields[field].cell);
}

/** Whether a field is one of a tool's own. */
export function isOfTool(field: ImportedField): field is ToolFieldName {
  return field !== '_id' && field !== 'family' && !isLinkCell(field);
}

/** How long an import can be undone, in days. */
export const UNDO_DAYS = 30;

export const MAX_IMPORT_BYTES = requestLimits.importBytes;

/** Maximum number of errors returned with an import; the error file has all of them. */
export const MAX_TOLD_ERRORS = 1000;

/** Maximum number of kinds of errors returned. */
export const MAX_ERROR_KINDS = 100;

/** Maximum number of tools named in one bulk change; a search can select any number. */
export const MAX_NAMED_TOOLS = 1000;

/** The fields that a bulk change sets alike in all tools. */
export const commonFields = [
  'category',
  'brand',
  'family',
  'description',
  'min_order_quantity',
  'pack_step',
] as const;
export type CommonField = (typeof commonFields)[number];

const bulkPercent = z
  .number({ error: fieldTexts.missing(bulkTexts.percent) })
  .check(z.minimum(-99, bulkTexts.percentRange), z.maximum(1000, bulkTexts.percentRange));

/** Body of `POST /imports/bulk`: the tools (those named, or else those that `GET /managetool` lists), and the
 * change to each. A percentage has up to two decimals; prices are rounded as `priceRounding` says. Null
 * clears a field; a tool without a `family` leaves its own. */
export const bulkChangeSchema = z
  .object({
    tools: z.object({
      ids: z.optional(
        z
          .array(idSchema)
          .check(
            z.minLength(1, bulkTexts.noTools),
            z.maxLength(MAX_NAMED_TOOLS, bulkTexts.tooManyTools(MAX_NAMED_TOOLS)),
          ),
      ),
      q: managedToolListSchema.shape.q,
      stock: managedToolListSchema.shape.stock,
      category: managedToolListSchema.shape.category,
      brand: managedToolListSchema.shape.brand,
      family: managedToolListSchema.shape.family,
      lacks: managedToolListSchema.shape.lacks,
    }),
    pricePercent: z.optional(bulkPercent),
    priceAmount: z.optional(
      z
        .number({ error: fieldTexts.missing(bulkTexts.amount) })
        .check(z.minimum(-999_999.99, bulkTexts.amountRange), z.maximum(999_999.99, bulkTexts.amountRange)),
    ),
    priceRounding: z.optional(z.enum(priceRoundings, { error: bulkTexts.rounding })),
    category: toolEditShape.category,
    brand: toolEditShape.brand,
    family: z.optional(z.nullable(familyName)),
    description: toolEditShape.description,
    min_order_quantity: toolEditShape.min_order_quantity,
    pack_step: toolEditShape.pack_step,
    availableTo: z.optional(availableUnits),
    availableBy: z.optional(
      z
        .number({ error: fieldTexts.missing(bulkTexts.by) })
        .check(
          z.int(fieldTexts.notWhole(bulkTexts.by)),
          z.minimum(-MAX_QUANTITY, fieldTexts.tooLarge(bulkTexts.by)),
          z.maximum(MAX_QUANTITY, fieldTexts.tooLarge(bulkTexts.by)),
        ),
    ),
  })
  .check(
    z.refine(({ pricePercent, priceAmount }) => pricePercent === undefined || priceAmount === undefined, {
      path: ['priceAmount'],
      error: bulkTexts.onePrice,
    }),
    z.refine(({ availableTo, availableBy }) => availableTo === undefined || availableBy === undefined, {
      path: ['availableBy'],
      error: bulkTexts.oneCount,
    }),
    z.refine(({ tools: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
      path: ['pricePercent'],
      error: bulkTexts.nothing,
    }),
  );
export type BulkChange = z.infer<typeof bulkChangeSchema>;

const importErrorSchema = z.object({
  /** As in spreadsheets: row 1 has the column names. */
  row: z.int(),
  column: z.nullable(z.string()),
  message: z.string(),
});
export type ImportError = z.infer<typeof importErrorSchema>;

/** An import on the wire. `changes` counts the tools that it changes or adds, `added` those that it adds,
 * `drafts` those of them without a picture, which are not for sale until they have one, `wrong` the rows with
 * errors; `done` of `changes` is the progress of applying or undoing. */
export const importSchema = z.object({
  _id: idSchema,
  state: z.enum(importStates),
  /** The name of the file, or of the selection in a bulk change. */
  fileName: z.nullable(z.string()),
  bulkChange: z.nullable(bulkChangeSchema),
  encoding: z.nullable(z.string()),
  delimiter: z.nullable(z.string()),
  /** The decimal sign of the file's numbers; null if there is no file, or neither it nor its sender
   * determines the sign. */
  decimal: z.nullable(z.enum(decimalSigns)),
  /** An ambiguous number in the file: it must be sent again with the field `decimal`. */
  doubtfulNumber: z.nullable(z.string()),
  /** Columns of the file that are ignored, since they are no field. */
  ignored: z.array(z.string()),
  rows: z.int(),
  changes: z.int(),
  added: z.int(),
  wrong: z.int(),
  drafts: z.int(),
  done: z.int(),
  createdAt: z.iso.datetime(),
  appliedAt: z.nullable(z.iso.datetime()),
  undoneAt: z.nullable(z.iso.datetime()),
});
export type Import = z.infer<typeof importSchema>;

/** Errors of one kind: the number of rows, and the first of them. */
const errorKindSchema = z.extend(importErrorSchema, { rows: z.int() });
export type ImportErrorKind = z.infer<typeof errorKindSchema>;

/** The state of the pictures that an import fetches; the problem of one that will be tried again is not
 * final. */
const importPicturesSchema = z.object({
  waiting: z.int(),
  fetched: z.int(),
  failed: z.int(),
  problems: z.array(
    z.object({ address: z.string(), message: z.string(), tools: z.int(), isFinal: z.boolean() }),
  ),
});
export type ImportPictures = z.infer<typeof importPicturesSchema>;

const importLeftSchema = z.object({ row: z.int(), toolId: idSchema, name: z.string() });

/** An import with its first errors, and the tools that an undo skipped because they were changed since. */
export const importReportSchema = z.extend(importSchema, {
  errors: z.array(importErrorSchema),
  /** All kinds of errors, each once, the most frequent first. */
  errorKinds: z.array(errorKindSchema),
  left: z.array(importLeftSchema),
  pictures: importPicturesSchema,
  /** Files in the field `pictures` that no row names. */
  unusedPictures: z.array(z.string()),
});
export type ImportReport = z.infer<typeof importReportSchema>;

const valueSchema = z.nullable(z.union([z.string(), z.number()]));

/** A tool that an import changes or adds: the differing fields, before and after. */
export const importChangeSchema = z.object({
  row: z.int(),
  toolId: idSchema,
  name: z.string(),
  isNew: z.boolean(),
  /** Addresses of its pictures that are fetched once the import is applied, in order. */
  toFetch: z.array(z.string()),
  before: z.record(z.string(), valueSchema),
  after: z.record(z.string(), valueSchema),
});
export type ImportChange = z.infer<typeof importChangeSchema>;

/** Query of `GET /imports/{id}/changes`. */
const changeListSchema = z.object({
  limit: listPageSchema.shape.limit,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}$/, 'cursor is not valid'))),
});

/** Body of `POST /imports/{id}/apply`. */
export const applyImportSchema = z.object({
  /** Whether rows with errors are skipped; otherwise an import that has any is not applied. */
  leaveOutErrors: z.optional(z.boolean()),
});

const started = z.object({ state: z.enum(importStates) });

const ofAdmins = { access: 'admin', tag: 'Imports' } as const;

export const listImportsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/imports',
  query: listPageSchema,
  reply: z.array(importSchema),
  operationId: 'listImports',
  summary: 'Lists imports, newest first',
} satisfies Call;

export const startImportCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/imports',
  reply: z.object({ id: insertedSchema.shape.insertedId }),
  status: 201,
  operationId: 'startImport',
  summary: 'Uploads a CSV file that changes and adds tools, to be checked',
  description:
    'A multipart form whose field `file` is a CSV file like that of `GET /exports/tools.csv`. Rows are identified by part number, or by `_id` if that finds nothing. A missing column changes nothing; an empty cell clears an optional field. The field `columns`, a JSON object from column names to fields, says what each column is; without it, columns are recognized by name. The field `pictures`, a JSON object from file names to URLs returned by `POST /image`, lets picture cells use file names. A picture can also be a web address: it is fetched once the import is applied, and a new tool is not for sale until it has a picture. A `family` that is new is added, and a tool that joins one becomes its last member. `accessories`, `spare_parts`, `replaced_by`, and `replacement_for` name tools by part number or `_id`, one per line, also those that the file adds. The field `decimal`, `.` or `,`, is the decimal separator of the file; without it, it is inferred from the numbers, and an import whose numbers leave it open (`1.000`) fails, with one of them as `doubtfulNumber`. The field `weightUnit` (`g`, `kg`, `oz`, or `lb`) is the unit of weights where neither the column’s name (`Weight (kg)`), a column of units (`Weight unit`), nor the cell (`2.5 lb`) says it; without it, the shop’s unit, pounds or kilograms.',
} satisfies Call;

export const startBulkChangeCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/imports/bulk',
  body: bulkChangeSchema,
  reply: z.object({ id: insertedSchema.shape.insertedId }),
  status: 201,
  operationId: 'startBulkChange',
  summary: 'Changes the price, stock, or common fields of many tools at once',
  description:
    'Creates an import, which shows each tool before and after, and is applied and undone like one. `tools` names them by `ids`; without `ids`, it means those that `GET /managetool` lists for the same search and filters. `family` puts them into the family of that name, which is added if there is none, and null takes them out of theirs. `priceRounding` rounds the new price to the nearest price that ends in .00 (`to_00`), .95 (`to_95`), or .99 (`to_99`), or to the nearest 5 cents (`to_5_cents`), halfway up, and never to 0; without it, or with `none`, to the nearest amount that can be charged. In a currency without cents, only `none` is allowed.',
} satisfies Call;

export const getImportCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/imports/:id',
  params: idParamsSchema,
  reply: importReportSchema,
  errors: ['not_found'],
  operationId: 'getImport',
  summary: 'Gets an import, with its status and errors',
} satisfies Call;

export const listImportChangesCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/imports/:id/changes',
  params: idParamsSchema,
  query: changeListSchema,
  reply: z.array(importChangeSchema),
  errors: ['not_found'],
  operationId: 'listImportChanges',
  summary: 'Lists the changes of an import, before and after, in the order of the file',
} satisfies Call;

export const exportImportErrorsCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/imports/:id/errors.csv',
  params: idParamsSchema,
  reply: csvSchema,
  media: 'text/csv',
  errors: ['not_found'],
  operationId: 'exportImportErrors',
  summary: 'Exports the rows with errors as a CSV file, each with the reasons',
} satisfies Call;

export const applyImportCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/imports/:id/apply',
  params: idParamsSchema,
  body: z.optional(z.nullable(applyImportSchema)),
  reply: started,
  errors: ['not_found', 'conflict'],
  operationId: 'applyImport',
  summary: 'Applies a checked import: all of it, or nothing',
  description: 'Returns at once; `GET /imports/{id}` says when it is done.',
} satisfies Call;

export const undoImportCall = {
  ...ofAdmins,
  method: 'POST',
  path: '/imports/:id/undo',
  params: idParamsSchema,
  reply: started,
  errors: ['not_found', 'conflict'],
  operationId: 'undoImport',
  summary: 'Undoes an import, within 30 days',
  description:
    'Tools changed since then are left as they are, and named. Returns at once; `GET /imports/{id}` says when it is done.',
} satisfies Call;
