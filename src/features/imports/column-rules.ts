import { normalForm } from '#contracts/text.ts';
import { toolFieldLabel, toolFields } from '#features/catalogue/tool-fields-contract.ts';
import { type ImportedField, importedFields } from './contract.ts';
import { importErrorTexts as texts } from './texts.ts';

/** What each column of a file is: a field, or nothing that an import takes. */
export type Columns = {
  names: string[];
  fields: (ImportedField | undefined)[];
  /** Whether the shop has written the file: its texts are taken to the letter. */
  isOwn: boolean;
};

/** A column's name as it is compared: without case, blanks and signs. */
export const plainName = (name: string) =>
  normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** What columns for a field are called elsewhere, the likelier one first: in the product files of Shopify,
 * WooCommerce and PrestaShop, and in lists that people keep. */
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

/** What a field is called here. */
const ownNames = new Map(
  guessable.flatMap((field) => [field, toolFieldLabel(field)].map((name) => [plainName(name), field])),
);
/** What it is called elsewhere. */
const otherNames = guessable.map((field) => [field, (knownNames[field] ?? []).map(plainName)] as const);

/** The field that each column is for, as far as can be told: of several
 * columns for one field the likeliest. */
export function guessFields(
  names: string[],
  taken: readonly (ImportedField | undefined)[] = [],
): (ImportedField | undefined)[] {
  const plain = names.map(plainName);
  // An ID to the letter: what another shop calls so is none of this one's.
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

const units: Record<string, Record<string, number>> = {
  grams: { g: 1, kg: 1000, oz: 28.349523125, lb: 453.59237, lbs: 453.59237 },
  millimetres: { mm: 1, cm: 10, m: 1000, in: 25.4 },
};

/** By how much a number in a column of this name is to be multiplied, to be grams or
 * millimeters: its name says the unit. */
export function factorOf(name: string, field: ImportedField): number {
  const [, unit = ''] = /\b(g|kg|oz|lbs?|mm|cm|m|in)\W*$/i.exec(name.trim()) ?? [];
  const cell = field === '_id' ? 'text' : toolFields[field].cell;
  return units[cell]?.[unit.toLowerCase()] ?? 1;
}

/** Columns that tell products apart where they have no part numbers. */
const keyNames = ['handle', 'urlhandle', 'id', 'productid'];

/** The columns of a file that name its products, the likeliest first. */
export const keyColumns = (names: string[]): number[] => {
  const plain = names.map(plainName);
  return keyNames.map((name) => plain.indexOf(name)).filter((index) => index >= 0);
};

/** Tells what each column is, or why the file cannot be taken with these. */
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
