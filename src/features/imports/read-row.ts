import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { type DecimalSign, readNumber } from '#contracts/number-notation.ts';
import {
  checkMeasures,
  checkPriceBreaks,
  checkReduction,
  toChargeableCents,
  toPriceBreaks,
} from '#features/catalogue/change-tools.ts';
import { toolEditSchema } from '#features/catalogue/managed-contract.ts';
import { roundUpToPacks } from '#features/catalogue/rules.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import {
  availableUnits,
  columnOf,
  csvFields,
  type ListField,
  newToolSchema,
  type ToolColumn,
  type ToolFieldName,
  toolFieldLabel,
  toolFields,
} from '#features/catalogue/tool-fields-contract.ts';
import { familyName } from '#features/families/contract.ts';
import { readLinkCell } from '#features/related-tools/link-cells.ts';
import { isLinkCell, type LinkCell, linkCellNames } from '#features/related-tools/link-columns.ts';
import type { PriceTerms } from '#features/shop-details/read-details.ts';
import { unescapeFormula } from '#platform/csv.ts';
import { type Columns, splitMeasure } from './column-rules.ts';
import { type ImportedField, isNumber, isOfTool } from './contract.ts';
import {
  formatPictures,
  formatPriceBreaks,
  formatSpecifications,
  parsePictures,
  parsePriceBreaks,
  parseSpecifications,
} from './list-cells.ts';
import { importErrorTexts as texts } from './texts.ts';

const columnsOf = (fields: ToolFieldName[]) => fields.flatMap((field) => columnOf(field) ?? []);

/** The columns of a tool's row that an import writes, and which of them are numbers. */
export const importedColumns = columnsOf(csvFields);
export const numberColumns = columnsOf(csvFields.filter(isNumber));

/** A tool's fields as imports use them, with lists as the texts of cells; and a part of them. */
export type ToolFields = Record<ToolColumn | ListField | 'family' | LinkCell, string | number | null>;
export type SomeFields = Partial<ToolFields>;

/** A problem of a row, or of one of its fields. */
export type Problem = { field: ImportedField | null; message: string };

/** What another shop's file says of a variant: the name of its product, which becomes a family, and in what it
 * differs from the others. */
export type Variant = { family: string; options: NewSpecification[] };

/** `key` identifies its product if that has no part number; `problem` is why the row cannot be imported,
 * whatever its content. */
export type Row = { row: number; cells: string[]; key?: string; problem?: string; variant?: Variant };

/** Links have been read by then. */
const linkTexts = Object.fromEntries(
  linkCellNames.map((cell) => [cell, z.optional(z.nullable(z.string()))]),
) as Record<LinkCell, z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString>>>;

const editSchema = z.extend(z.omit(toolEditSchema, { version: true }), {
  ...linkTexts,
  family: z.optional(z.nullable(familyName)),
});
/** A file may contain sold-out tools, and drafts. */
const newSchema = z.extend(newToolSchema, {
  ...linkTexts,
  available_quantity: availableUnits,
  img: z.optional(newToolSchema.shape.img),
  family: z.optional(familyName),
});

/** More than the maximum of any field, with its HTML or all of a tool's pictures. */
const MOST_CHARACTERS = 25_000;

/** Truncates a longer cell; the added ellipsis keeps it over the maximum after trimming. */
const cut = (cell: string) => (cell.length > MOST_CHARACTERS ? `${cell.slice(0, MOST_CHARACTERS)}…` : cell);

/** Returns the cells of a row by field, without the escapes of an export. */
export function cellsOf({ cells, key }: Row, { fields }: Columns): Partial<Record<ImportedField, string>> {
  const given: Partial<Record<ImportedField, string>> = Object.fromEntries(
    fields.flatMap((field, index) => (field ? [[field, unescapeFormula(cut(cells[index] ?? ''))]] : [])),
  );
  if (key !== undefined && !given.part_number?.trim()) given.part_number = key;
  return given;
}

/** Parses a row for an existing tool, or with `undefined` for a new one, by the rules of their forms. */
export function readRow(
  terms: PriceTerms,
  cells: Partial<Record<ImportedField, string>>,
  notation: Notation,
  tool: ToolFields | undefined,
): { fields: SomeFields } | { problems: Problem[] } {
  const { _id, ...given } = cells;
  const problems: Problem[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, cell] of Object.entries(given)) {
    const field = name as ImportedField;
    const read = readCell(field, cell, notation);
    if ('problem' in read) problems.push({ field, message: read.problem });
    // For a new tool, empty cells are omitted; a draft stays without a picture.
    else if ((tool && !(field === 'img' && tool.img === null)) || (cell.trim() !== '' && read.value !== null))
      input[field] = read.value;
  }
  return checkFields(terms, tool ? input : withDefaults(input), tool, problems);
}

/** Adds a new tool's defaults: sold singly, none in stock, described by its name. */
const withDefaults = (input: Record<string, unknown>): Record<string, unknown> => ({
  min_order_quantity: 1,
  available_quantity: 0,
  description: input.name,
  ...input,
});

/** A file's notation of numbers: their decimal sign, and a factor by field. */
export type Notation = { decimal: DecimalSign; factors: Partial<Record<ImportedField, number>> };

function readCell(
  field: ImportedField,
  cell: string,
  { decimal, factors }: Notation,
): { value: unknown } | { problem: string } {
  if (field === 'specifications') {
    const rows = parseSpecifications(cell);
    return 'line' in rows ? { problem: texts.badSpecification(rows.line) } : { value: rows };
  }
  if (field === 'price_breaks') {
    const rows = parsePriceBreaks(cell, decimal);
    return 'line' in rows ? { problem: texts.badPriceBreak(rows.line) } : { value: rows };
  }
  if (isLinkCell(field)) return readLinkCell(field, cell);
  if (field === 'pictures') return { value: parsePictures(cell) };
  if (field === 'gtin') {
    // Shopify writes an apostrophe before the number, PrestaShop 0 for none.
    const gtin = cell.trim().replace(/^'/, '');
    return { value: /^0?$/.test(gtin) ? null : gtin };
  }
  if (field === 'content') return { value: contentIn(cell, decimal) };
  if (!isNumber(field)) return { value: cell.trim() === '' ? null : cell };
  const isMeasure = isOfTool(field) && ['grams', 'millimetres'].includes(toolFields[field].cell);
  const written = isMeasure ? splitMeasure(cell, field) : { number: cell };
  const number = readNumber(written.number, decimal);
  const value = isMeasure ? toMeasure(number, written.factor ?? factors[field]) : number;
  return value === undefined ? { problem: texts.notNumber(toolFieldLabel(field)) } : { value };
}

/** Returns a content with its number as pages write it; others as they are, null for an empty cell. */
function contentIn(cell: string, decimal: DecimalSign): string | null {
  const [, number = '', unit = ''] = /^(.*\d)(\D*?\p{L}.*)$/u.exec(cell.trim()) ?? [];
  const amount = readNumber(number, decimal);
  return amount ? `${amount} ${unit.trim()}` : cell.trim() || null;
}

/** Converts a measure to grams or millimetres; 0 means unknown. */
const toMeasure = (number: number | null | undefined, factor = 1) =>
  number ? (factor === 1 ? number : Math.round(number * factor)) : number === 0 ? null : number;

/** Checks fields of an existing or new tool by the rules of their forms; `problems` are those found
 * before. */
export function checkFields(
  terms: PriceTerms,
  input: Record<string, unknown>,
  tool: ToolFields | undefined,
  problems: Problem[] = [],
): { fields: SomeFields } | { problems: Problem[] } {
  const wrong = new Set(problems.map(({ field }) => field));
  const checked = (tool ? editSchema : newSchema).safeParse(input);
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = path[0] as ImportedField;
    if (!wrong.has(field)) problems.push({ field, message });
    wrong.add(field);
  }
  if (!checked.success || problems.length > 0) return { problems };
  try {
    return { fields: fieldsOf(terms, checked.data, tool) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      problems: [
        { field: (error.field?.split('.')[0] ?? null) as ImportedField | null, message: error.message },
      ],
    };
  }
}

/** Converts checked fields for writing. @throws AppError if fields are inconsistent */
function fieldsOf(
  terms: PriceTerms,
  {
    price,
    former_price,
    specifications,
    price_breaks,
    pictures,
    ...rest
  }: z.infer<typeof newSchema> | z.infer<typeof editSchema>,
  tool: ToolFields | undefined,
): SomeFields {
  const breaks = price_breaks && toPriceBreaks(terms, price_breaks);
  const fields: SomeFields = {
    ...(rest as SomeFields),
    ...(price !== undefined && { price_cents: toChargeableCents(terms, price) }),
    ...(former_price !== undefined && {
      former_price_cents: former_price && toChargeableCents(terms, former_price, 'former_price'),
    }),
    ...(specifications && { specifications: formatSpecifications(specifications) }),
    ...(pictures && { pictures: formatPictures(pictures) }),
    ...(breaks && { price_breaks: formatPriceBreaks(breaks, terms.currency) }),
  };
  // A price that is no longer lower ends a reduction, which an undo then starts again.
  if (former_price === undefined && isNoLonger(tool, fields))
    Object.assign(fields, { former_price_cents: null, reduced_until: null });
  const all = { pack_step: 1, ...tool, ...fields };
  checkMeasures(measuresOf(all));
  // A day that is over ends the reduction as soon as it is written.
  if (fields.former_price_cents || fields.reduced_until) checkReduction(reductionOf(all), '');
  if (pictures && fields.pictures !== tool?.pictures) checkTwice(String(all.img), pictures);
  // Unchanged breaks that a new price has overtaken may stay.
  if (breaks && fields.price_breaks !== tool?.price_breaks) checkPriceBreaks(Number(all.price_cents), breaks);
  if ('min_order_quantity' in fields || 'pack_step' in fields)
    fields.min_order_quantity = roundUpToPacks(Number(all.min_order_quantity), Number(all.pack_step));
  return fields;
}

/** @throws AppError if a picture occurs twice. */
function checkTwice(img: string, pictures: readonly { img: string }[]): void {
  if (new Set([img, ...pictures.map((each) => each.img)]).size > pictures.length) return;
  throw new AppError('invalid_input', toolErrorTexts.pictureTwice, { field: 'pictures' });
}

const isNoLonger = (tool: ToolFields | undefined, { price_cents }: SomeFields) =>
  price_cents !== undefined &&
  Boolean(tool?.former_price_cents) &&
  Number(price_cents) >= Number(tool?.former_price_cents);

const reductionOf = ({ price_cents, former_price_cents, reduced_until }: SomeFields) => ({
  price_cents: Number(price_cents),
  former_price_cents: former_price_cents as number | null,
  reduced_until: reduced_until as string | null,
});

const measuresOf = ({ length_mm, width_mm, height_mm }: SomeFields) => ({
  length_mm: length_mm as number | null,
  width_mm: width_mm as number | null,
  height_mm: height_mm as number | null,
});
