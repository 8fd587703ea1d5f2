import { z } from 'zod/mini';
import type { DutyKey } from '#contracts/duties.ts';
import { safetyFields, safetyShape } from '#contracts/product-safety.ts';
import { atMost, formLine, formText, isPlainLine, plainLine } from '#contracts/text.ts';
import { taxonName } from '#features/categories/contract.ts';
import { safetyLabels } from '#texts/product-safety.ts';
import { fieldTexts } from '#texts/validation.ts';
import { plainContent, readContent } from './content-rules.ts';
import { checkDigitOf, hasGtinLength, plainGtin } from './gtin-rules.ts';
import { MAX_QUANTITY } from './rules.ts';
import { newSpecificationsSchema } from './specification-contract.ts';
import { disposalTexts, toolFieldTexts as labels, priceBreakTexts, toolRuleTexts } from './texts/manage.ts';

type Schema = z.core.SomeType;

/** The parts of the form with fields side by side. */
export type ToolSection =
  | 'figures'
  | 'kind'
  | 'reduction'
  | 'packs'
  | 'measures'
  | 'maker'
  | 'guarantee'
  | 'law';

/** A field of a tool, from which contracts, form, imports and exports are derived. */
export type ToolField = {
  label: string;
  /** Schemas of the field in `POST /tool`, and in `PATCH /tool/{id}`. */
  added: Schema;
  edited: Schema;
  /** `required`: must be given; `defaulted`: has a default; `optional`: may be absent, and null removes
   * it. */
  presence: 'required' | 'defaulted' | 'optional';
  /** The column in `tools`, if its name differs; null for a list, which has its own table. */
  column?: string | null;
  /** The schema in `GET /tool/{id}`, with the column's value, if only a tool's own page has the field. */
  details?: Schema;
  /** Its form in a file. A column with a unit in its name is converted to grams or millimetres. */
  cell: 'text' | 'number' | 'grams' | 'millimetres' | 'list';
  /** How it is typed; `own` has a separate part of the form. */
  input: 'line' | 'text' | 'choice' | 'day' | 'whole' | 'amount' | 'own';
  /** What can be chosen, and in which words. */
  options?: Record<string, string>;
  /** The part of the form in which it appears. */
  section?: ToolSection;
  /** The duty of a shop for which it exists; the forms of other shops leave it out. */
  duty?: DutyKey;
  /** The form's initial value, and the value saved for an emptied field. */
  initially?: number;
  /** Whether it changes without an edit, so that a difference alone is not a conflict. */
  changesByItself?: boolean;
};

const required = <S extends Schema>(schema: S) =>
  ({ presence: 'required', added: schema, edited: z.optional(schema) }) as const;

const defaulted = <S extends Schema>(schema: S) =>
  ({ presence: 'defaulted', added: z.optional(schema), edited: z.optional(schema) }) as const;

const optional = <S extends Schema>(schema: S) =>
  ({ presence: 'optional', added: z.optional(schema), edited: z.nullable(z.optional(schema)) }) as const;

/** An integer of at least one; `label` names the field. */
const wholeNumber = (label: string, most: number) =>
  z
    .number({ error: fieldTexts.missing(label) })
    .check(
      z.int(fieldTexts.notWhole(label)),
      z.minimum(1, fieldTexts.tooSmall(label, 1)),
      z.maximum(most, fieldTexts.tooLarge(label)),
    );

/** A number of units, at least one; `label` names the field. */
export const quantity = (label: string) => wholeNumber(label, MAX_QUANTITY);

/** The available quantity of a tool; 0 if it is sold out. */
export const availableUnits = z
  .number({ error: fieldTexts.missing(labels.available_quantity) })
  .check(
    z.int(fieldTexts.notWhole(labels.available_quantity)),
    z.minimum(0, fieldTexts.tooSmall(labels.available_quantity, 0)),
    z.maximum(MAX_QUANTITY, fieldTexts.tooLarge(labels.available_quantity)),
  );

/** The database checks the same: no character has a meaning in a search, an address or a spreadsheet's first
 * column. */
const PART_NUMBER = /^([a-z\d][a-z\d ._/+#-]*)?$/i;

/** The number by which maker, shop and buyers identify a tool, or empty. Unique among the tools in the shop,
 * ignoring case. */
export const partNumberLine = plainLine(labels.part_number, 40).check(
  z.regex(PART_NUMBER, toolRuleTexts.partNumberWrong),
);

/** The number of a tool's bar code, or empty. The database checks the same. */
export const gtinLine = plainLine(labels.gtin, 40).check(z.overwrite(plainGtin), (checked) => {
  const gtin = checked.value;
  const message = gtin === '' ? undefined : gtinProblem(gtin);
  if (message) checked.issues.push({ code: 'custom', message, input: gtin });
});

function gtinProblem(gtin: string): string | undefined {
  if (!hasGtinLength(gtin) || /^0+$/.test(gtin)) return toolRuleTexts.gtinLength;
  const digit = checkDigitOf(gtin);
  return gtin.endsWith(digit) ? undefined : toolRuleTexts.gtinCheckDigit(digit);
}

const price = z
  .number({ error: fieldTexts.missing(labels.price) })
  .check(z.positive(toolRuleTexts.priceNothing), z.maximum(999_999.99, toolRuleTexts.priceTooHigh));

/** A day, such as 2026-12-24, in the shop's time zone. */
const day = z.iso.date(toolRuleTexts.untilWrong);

/** Maximum number of price breaks per tool. */
const MAX_BREAKS = 10;

/** Unit prices of larger orders, with unique quantities. */
export const newPriceBreaksSchema = z
  .array(
    z.object({
      quantity: quantity(priceBreakTexts.quantity).check(
        z.minimum(2, fieldTexts.tooSmall(priceBreakTexts.quantity, 2)),
      ),
      price,
    }),
  )
  .check(
    z.maxLength(MAX_BREAKS, priceBreakTexts.tooMany(MAX_BREAKS)),
    z.refine(
      (breaks) => new Set(breaks.map((each) => each.quantity)).size === breaks.length,
      priceBreakTexts.twice,
    ),
  );
export type NewPriceBreak = z.infer<typeof newPriceBreaksSchema>[number];

const img = z
  .string({ error: fieldTexts.missing(labels.image) })
  .check(
    z.minLength(1, fieldTexts.missing(labels.image)),
    ...atMost(2000, toolRuleTexts.imageWrong),
    z.refine(isPlainLine, toolRuleTexts.imageWrong),
  );

/** Maximum number of pictures of a tool besides its first. */
export const MAX_MORE_PICTURES = 7;

/** The pictures after the first, in order. */
const pictures = z
  .array(z.object({ img }), { error: toolRuleTexts.picturesWrong })
  .check(z.maxLength(MAX_MORE_PICTURES, toolRuleTexts.tooManyPictures(MAX_MORE_PICTURES + 1)));

/** The content of a tool, such as '250 ml', or empty. */
const contentLine = plainLine(labels.content, 40).check(
  z.overwrite(plainContent),
  z.refine((text) => text === '' || readContent(text) !== undefined, toolRuleTexts.contentWrong),
);

/** What of a tool is collected separately, a key of `disposalTexts.kinds`. */
const disposal = z.string({ error: toolRuleTexts.disposalWrong }).check(
  z.maxLength(40, toolRuleTexts.disposalWrong),
  z.refine((kind) => Object.hasOwn(disposalTexts.kinds, kind), toolRuleTexts.disposalWrong),
);

const lines = (label: string, max: number) =>
  optional(formText({ label, missing: fieldTexts.missing(label), max }));

const safety = (name: (typeof safetyFields)[number], input: 'line' | 'text') =>
  ({
    label: safetyLabels[name],
    ...optional(safetyShape[name]),
    cell: 'text',
    input,
    section: 'maker',
    duty: 'product-safety',
  }) as const;

const MAX_GRAMS = 100_000_000;
const MAX_MM = 1_000_000;
const MAX_GUARANTEE_YEARS = 100;

const side = (label: string) =>
  ({
    label,
    ...optional(wholeNumber(label, MAX_MM)),
    details: z.nullable(z.int()),
    cell: 'millimetres',
    input: 'whole',
    section: 'measures',
  }) as const;

/** The fields, in the order in which a tool is sent. A new field needs its column, its label, and a place in
 * `csvFields`; calls, form, conflicts, imports and exports follow. Pages name the fields that they show. */
const table = {
  name: {
    label: labels.name,
    ...required(formLine({ missing: toolRuleTexts.nameMissing, label: labels.name, max: 200 })),
    cell: 'text',
    input: 'own',
  },
  description: {
    label: labels.description,
    ...required(
      formText({
        missing: fieldTexts.missing(labels.description),
        label: labels.description,
        max: 5000,
      }),
    ),
    cell: 'text',
    input: 'own',
  },
  min_order_quantity: {
    label: labels.min_order_quantity,
    ...required(quantity(labels.min_order_quantity)),
    cell: 'number',
    input: 'whole',
    section: 'figures',
  },
  available_quantity: {
    label: labels.available_quantity,
    ...required(quantity(labels.available_quantity)),
    edited: z.optional(availableUnits),
    cell: 'number',
    input: 'whole',
    section: 'figures',
    changesByItself: true,
  },
  price: {
    label: labels.price,
    ...required(price),
    column: 'price_cents',
    cell: 'number',
    input: 'amount',
    section: 'figures',
  },
  former_price: {
    label: labels.former_price,
    ...optional(price),
    column: 'former_price_cents',
    cell: 'number',
    input: 'amount',
    section: 'reduction',
  },
  reduced_until: {
    label: labels.reduced_until,
    ...optional(day),
    cell: 'text',
    input: 'day',
    section: 'reduction',
  },
  img: { label: labels.image, ...required(img), cell: 'text', input: 'own' },
  pictures: { label: labels.pictures, ...defaulted(pictures), column: null, cell: 'list', input: 'own' },
  category: {
    label: labels.category,
    ...optional(taxonName(labels.category)),
    cell: 'text',
    input: 'line',
    section: 'kind',
  },
  brand: {
    label: labels.brand,
    ...optional(taxonName(labels.brand)),
    cell: 'text',
    input: 'line',
    section: 'kind',
  },
  part_number: {
    label: labels.part_number,
    ...optional(partNumberLine.check(z.minLength(1))),
    cell: 'text',
    input: 'line',
    section: 'kind',
  },
  gtin: {
    label: labels.gtin,
    ...optional(gtinLine.check(z.minLength(1))),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'line',
    section: 'kind',
  },
  specifications: {
    label: labels.specifications,
    ...defaulted(newSpecificationsSchema),
    column: null,
    cell: 'list',
    input: 'own',
  },
  weight_grams: {
    label: labels.weight_grams,
    ...optional(wholeNumber(labels.weight_grams, MAX_GRAMS)),
    details: z.nullable(z.int()),
    cell: 'grams',
    input: 'whole',
    section: 'measures',
  },
  length_mm: side(labels.length_mm),
  width_mm: side(labels.width_mm),
  height_mm: side(labels.height_mm),
  pack_step: {
    label: labels.pack_step,
    ...defaulted(quantity(labels.pack_step)),
    details: z.int(),
    cell: 'number',
    input: 'whole',
    section: 'packs',
    initially: 1,
  },
  price_breaks: {
    label: labels.price_breaks,
    ...defaulted(newPriceBreaksSchema),
    column: null,
    cell: 'list',
    input: 'own',
  },
  content: {
    label: labels.content,
    ...optional(contentLine.check(z.minLength(1))),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'line',
    section: 'law',
    duty: 'unit-price',
  },
  manufacturer_name: safety('manufacturer_name', 'line'),
  manufacturer_address: safety('manufacturer_address', 'text'),
  manufacturer_email: safety('manufacturer_email', 'line'),
  responsible_person: safety('responsible_person', 'text'),
  safety_warnings: safety('safety_warnings', 'text'),
  guarantee_years: {
    label: labels.guarantee_years,
    ...optional(wholeNumber(labels.guarantee_years, MAX_GUARANTEE_YEARS)),
    details: z.nullable(z.int()),
    cell: 'number',
    input: 'whole',
    section: 'guarantee',
    duty: 'durability-label',
  },
  guarantee_maker: {
    label: labels.guarantee_maker,
    ...optional(taxonName(labels.guarantee_maker)),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'line',
    section: 'guarantee',
    duty: 'durability-label',
  },
  disposal: {
    label: labels.disposal,
    ...optional(disposal),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'choice',
    options: disposalTexts.kinds,
    section: 'law',
    duty: 'electrical-waste',
  },
  disposal_note: {
    label: labels.disposal_note,
    ...lines(labels.disposal_note, 1000),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'text',
    section: 'law',
    duty: 'electrical-waste',
  },
  prop65_warning: {
    label: labels.prop65_warning,
    ...lines(labels.prop65_warning, 1000),
    details: z.nullable(z.string()),
    cell: 'text',
    input: 'text',
    section: 'law',
    duty: 'proposition-65',
  },
} as const satisfies Record<string, ToolField>;

type Table = typeof table;
export type ToolFieldName = keyof Table;

export const toolFields: Record<ToolFieldName, ToolField> = table;
export const toolFieldNames = Object.keys(table) as ToolFieldName[];

/** Returns a field's label, or an unknown name itself. */
export const toolFieldLabel = (name: string): string =>
  Object.hasOwn(toolFields, name) ? toolFields[name as ToolFieldName].label : name;

/** The columns of a file in order, for imports and exports. */
export const csvFields = [
  'part_number',
  'name',
  'description',
  'category',
  'brand',
  'gtin',
  'price',
  'former_price',
  'reduced_until',
  'min_order_quantity',
  'available_quantity',
  'pack_step',
  'weight_grams',
  'length_mm',
  'width_mm',
  'height_mm',
  'specifications',
  'price_breaks',
  'content',
  ...safetyFields,
  'guarantee_years',
  'guarantee_maker',
  'disposal',
  'disposal_note',
  'prop65_warning',
  'img',
  'pictures',
] satisfies ToolFieldName[];

type NamesOf<Wanted> = { [Name in ToolFieldName]: Table[Name] extends Wanted ? Name : never }[ToolFieldName];

/** Optional fields of a text, which a form leaves empty for none. */
export type ClearableField = NamesOf<{ presence: 'optional'; input: 'line' | 'text' | 'choice' | 'day' }>;

/** Fields with a table of their own, and the columns of the others. */
export type ListField = NamesOf<{ column: null }>;
export type ToolColumn =
  | Exclude<ToolFieldName, ListField | 'price' | 'former_price'>
  | 'price_cents'
  | 'former_price_cents';

export function columnOf(name: ToolFieldName): ToolColumn | null {
  const { column = name } = toolFields[name];
  return column as ToolColumn | null;
}

/** The columns of a tool that only its own page has. */
export type DetailField = NamesOf<{ details: Schema }>;
export const detailFields = toolFieldNames.filter((name) => toolFields[name].details) as DetailField[];

/** Returns the schemas of the named fields, of one kind. */
const schemasOf = <Name extends ToolFieldName, Kind extends 'added' | 'edited' | 'details'>(
  names: Name[],
  kind: Kind,
) =>
  Object.fromEntries(names.map((name) => [name, toolFields[name][kind]])) as {
    [Each in Name]: Table[Each] extends Record<Kind, infer S> ? S : never;
  };

/** The fields of a new tool; also the rules of the Add a tool form. */
export const newToolSchema = z.object(schemasOf(toolFieldNames, 'added'));
export type NewTool = z.infer<typeof newToolSchema>;

export const toolEditShape = schemasOf(toolFieldNames, 'edited');
export const toolDetailsShape = schemasOf(detailFields, 'details');
