import { normalForm } from '#contracts/text.ts';
import { toolFieldLabel, toolFields } from '#features/catalogue/tool-fields-contract.ts';
import { type ImportedField, importedFields, isOfTool } from './contract.ts';
import { importErrorTexts as texts } from './texts.ts';

/** The meaning of a file's columns: a field each, or ignored. */
export type Columns = {
  names: string[];
  fields: (ImportedField | undefined)[];
  /** Whether the shop exported the file: its texts are then taken literally. */
  isOwn: boolean;
};

/** Normalises a column's name for comparison: without case, spaces and punctuation. */
export const plainName = (name: string) =>
  normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Names of columns elsewhere by field, the most likely first: in the product files of Shopify, WooCommerce
 * and PrestaShop, and in hand-made lists. */
const knownNames: Partial<Record<ImportedField, string[]>> = {
  part_number: [
    ...['SKU', 'Variant SKU', 'Reference', 'Reference #', 'Item number', 'Item no', 'Article number'],
    ...['Product code', 'Part no', 'Part #', 'Catalog number', 'Model number', 'MPN'],
  ],
  name: ['Title', 'Product name', 'Name *', 'Product title', 'Item name', 'Tool', 'Product'],
  description: [
    ...['Body (HTML)', 'Product description', 'Long description', 'Full description', 'Body'],
    ...['Short description', 'Summary', 'Details'],
  ],
  category: ['Categories', 'Categories (x,y,z...)', 'Product category', 'Product type', 'Category name'],
  brand: ['Brands', 'Vendor', 'Manufacturer', 'Brand name', 'Maker'],
  family: ['Product family', 'Family name'],
  gtin: [
    ...['EAN13', 'EAN', 'UPC', 'Barcode', 'Variant Barcode', 'GTIN, UPC, EAN, or ISBN', 'GTIN', 'Bar code'],
    ...['Barcode (ISBN, UPC, GTIN, etc.)', 'EAN code', 'UPC code', 'EAN/UPC', 'EAN/GTIN', 'ISBN', 'ISBN13'],
    ...['Global Trade Item Number', 'GTIN13', 'GTIN14'],
  ],
  price: [
    ...['Variant Price', 'Regular price', 'Price tax excluded', 'Price (tax excl.)', 'List price'],
    ...[
      'Unit price',
      'Retail price',
      'Selling price',
      'Price tax included',
      'Price (tax incl.)',
      'Price per unit',
    ],
  ],
  min_order_quantity: [
    ...['Minimum order', 'Minimal quantity', 'Minimum quantity', 'Minimum order quantity', 'Min quantity'],
    ...['Min order', 'MOQ'],
  ],
  available_quantity: [
    ...['Stock', 'Variant Inventory Qty', 'Inventory quantity', 'Quantity', 'Stock quantity', 'Available'],
    ...['Qty', 'On hand', 'Inventory', 'Units in stock'],
  ],
  pack_step: ['Pack size', 'Pack quantity'],
  weight_grams: [
    ...['Weight', 'Variant Weight', 'Product weight', 'Item weight', 'Shipping weight'],
    ...['Variant Grams', 'Weight value (grams)', 'Weight (g)', 'Weight (kg)', 'Weight (lbs)', 'Weight (lb)'],
    ...['Weight (oz)', 'Weight g', 'Weight kg', 'Weight lbs'],
  ],
  length_mm: ['Length (mm)', 'Length (cm)', 'Length (m)', 'Length (in)', 'Depth (cm)', 'Depth (mm)'],
  width_mm: ['Width (mm)', 'Width (cm)', 'Width (m)', 'Width (in)'],
  height_mm: ['Height (mm)', 'Height (cm)', 'Height (m)', 'Height (in)'],
  img: [
    ...[
      'Image Src',
      'Product image URL',
      'Images',
      'Image URLs (x,y,z...)',
      'Image URL',
      'Picture',
      'Pictures',
    ],
    ...['Image link', 'Photo', 'Main image'],
  ],
  pictures: ['Additional images', 'Additional image link', 'Gallery', 'Further pictures'],
};

const guessable = importedFields.filter((field) => field !== '_id');

/** Names used elsewhere. */
const otherNames = guessable.map((field) => [field, (knownNames[field] ?? []).map(plainName)] as const);
const usedElsewhere = new Set(otherNames.flatMap(([, names]) => names));

/** The shop's own names of fields; a label means what it does elsewhere, as 'Manufacturer' does the brand. */
const ownNames = new Map(
  guessable.flatMap((field) => {
    const label = plainName(toolFieldLabel(field));
    return [plainName(field), ...(usedElsewhere.has(label) ? [] : [label])].map((name) => [name, field]);
  }),
);

/** Guesses the field of each column: of several columns for one field, the most likely. */
export function guessFields(
  names: string[],
  taken: readonly (ImportedField | undefined)[] = [],
): (ImportedField | undefined)[] {
  const plain = names.map(plainName);
  // `_id` must match exactly: another shop's ID column does not hold this shop's ids.
  const guessed = names.map((name, index): ImportedField | undefined =>
    name.trim() === '_id' ? '_id' : ownNames.get(plain[index] ?? ''),
  );
  for (const [field, known] of otherNames) {
    if (taken.includes(field) || guessed.includes(field)) continue;
    const isFree = (name: string) =>
      plain.findIndex((each, at) => each === name && guessed[at] === undefined);
    const index = known.map(isFree).find((at) => at >= 0);
    if (index !== undefined) guessed[index] = field;
  }
  return guessed.map((field) => (field && taken.includes(field) ? undefined : field));
}

/** Units of weights, each with its grams. A file's weights are in that of the shop unless they say theirs. */
export const weightUnits = { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237 };
export type WeightUnit = keyof typeof weightUnits;

const { g, kg, oz, lb } = weightUnits;
const factors: Record<string, Record<string, number>> = {
  grams: {
    ...{ g, gr: g, gram: g, grams: g, kg, kgs: kg, kilogram: kg, kilograms: kg },
    ...{ oz, ounce: oz, ounces: oz, lb, lbs: lb, pound: lb, pounds: lb },
  },
  millimetres: { mm: 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 },
};

const unitsOfField = (field: ImportedField) =>
  isOfTool(field) ? factors[toolFields[field].cell] : undefined;

/** Returns the factor that converts a column's numbers to grams or millimetres, by the unit at the end of its
 * name; `undefined` if there is none. */
export function factorOf(name: string, field: ImportedField): number | undefined {
  const last = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .findLast(Boolean);
  return unitsOfField(field)?.[last ?? ''];
}

/** Splits a cell such as `2.5 lb` into its number and its unit's factor. */
export function splitMeasure(cell: string, field: ImportedField): { number: string; factor?: number } {
  const [, number = '', unit = ''] = /^(.*\d)\s*([a-z]+)\.?\s*$/i.exec(cell) ?? [];
  const factor = unitsOfField(field)?.[unit.toLowerCase()];
  return factor === undefined ? { number: cell } : { number, factor };
}

/** Columns of Shopify's and other files that say the unit of the row's weight. */
const unitNames = ['variantweightunit', 'weightunit', 'weightunitfordisplay'];

/** Returns the column with the units of weights, -1 if there is none. */
export const weightUnitColumn = (names: string[]) =>
  names.findIndex((name) => unitNames.includes(plainName(name)));

/** Whether a file has a column of weights, but nothing that says their unit. */
export function lacksWeightUnit(names: string[], fields: readonly (ImportedField | null | undefined)[]) {
  const name = names[fields.indexOf('weight_grams')];
  return name !== undefined && factorOf(name, 'weight_grams') === undefined && weightUnitColumn(names) < 0;
}

/** Columns that identify products without part numbers. */
const keyNames = ['handle', 'urlhandle', 'id', 'productid'];

/** Returns the columns of a file that identify its products, the most likely first. */
export const keyColumns = (names: string[]): number[] => {
  const plain = names.map(plainName);
  return keyNames.map((name) => plain.indexOf(name)).filter((index) => index >= 0);
};

/** Returns the meaning of each column, or why the file cannot be imported with these. */
export function readColumns(
  names: string[],
  mapping: Record<string, ImportedField | null> | null,
): Columns | { problem: string; column: string | null } {
  // A column may be called 'constructor', which every object has.
  const mapped = names.map((name) => (mapping && Object.hasOwn(mapping, name) ? mapping[name] : undefined));
  const guessed = guessFields(
    names,
    mapped.map((field) => field ?? undefined),
  );
  const fields = mapped.map((field, index) => (field === undefined ? guessed[index] : (field ?? undefined)));
  const again = fields.findIndex((field, index) => field && fields.indexOf(field) < index);
  if (again >= 0) return { problem: texts.twiceMapped(String(fields[again])), column: names[again] ?? null };
  if (!fields.includes('part_number') && !fields.includes('_id') && keyColumns(names).length === 0)
    return { problem: texts.noKey, column: null };
  return { names, fields, isOwn: fields.includes('_id') };
}
