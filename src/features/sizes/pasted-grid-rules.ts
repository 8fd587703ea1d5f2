import { plainName } from '#features/imports/column-rules.ts';
import type { SizeColumn } from './contract.ts';

/** What the columns of a grid of sizes are called, by their fields: first as the grid itself does, then as
 * spreadsheets do. Any other name is that of a specification. */
const fieldNames = {
  part_number: [
    'Part number',
    'Part no',
    'Part #',
    'SKU',
    'Item number',
    'Item no',
    'Article number',
    'Number',
  ],
  name: ['Name', 'Title', 'Product name'],
  description: ['Description'],
  price: ['Price', 'Unit price', 'List price', 'Price each'],
  available_quantity: ['Stock', 'Available', 'Available quantity', 'Quantity', 'Qty', 'On hand', 'Inventory'],
  min_order_quantity: ['Minimum order', 'Minimum', 'Min order quantity', 'MOQ'],
  pack_step: ['Sold in packs of', 'Pack', 'Pack size', 'Pack quantity'],
  gtin: ['GTIN', 'EAN', 'UPC', 'Barcode', 'GTIN (UPC, EAN)'],
  category: ['Category'],
  brand: ['Brand', 'Manufacturer'],
  img: ['Picture', 'Image', 'Image URL'],
} as const;

/** The columns that a grid begins with; the last one is a specification without a name yet. */
export const firstColumns = [...(['part_number', 'price', 'available_quantity'] as const).map(titleOf), ''];

/** The names of columns that are suggested. */
export const columnNames = (Object.keys(fieldNames) as (keyof typeof fieldNames)[]).map(titleOf);

function titleOf(field: keyof typeof fieldNames): string {
  return fieldNames[field][0];
}

/** More than the name of a specification and its unit can have. */
const MOST_CHARACTERS = 200;

const fieldOfName = new Map(
  Object.entries(fieldNames).flatMap(([field, names]) =>
    [field, ...names].map((name) => [plainName(name), field as keyof typeof fieldNames]),
  ),
);

/** Reads what a column is from its name: a field, or a specification, whose unit is in parentheses or behind a
 * comma. */
export function readColumnName(name: string): SizeColumn {
  const field = fieldOfName.get(plainName(name));
  if (field) return { field };
  const text = name.trim().slice(0, MOST_CHARACTERS);
  const withUnit = /^(.*\S)\s*[,([]\s*([^\s,()[\]][^,()[\]]{0,19}?)\s*[)\]]?$/.exec(text);
  const [, specification = text, unit = null] = withUnit ?? [];
  return { specification, unit };
}

/** A grid as pasted: its cells, and the names of its columns if its first line has them. */
export type PastedGrid = { names: string[] | undefined; rows: string[][] };

/** Reads what a spreadsheet puts on the clipboard, cells separated by tabs, or CSV. Commas separate cells only
 * below a line that names a column of part numbers: elsewhere they may be in numbers. */
export function readPastedGrid(text: string): PastedGrid {
  const [tabs = [], semicolons = [], commas = []] = ['\t', ';', ','].map((sign) => splitCells(text, sign));
  const isWide = (rows: string[][]) => rows.some((cells) => cells.length > 1);
  const rows = isWide(tabs) ? tabs : isWide(semicolons) ? semicolons : isNamed(commas[0]) ? commas : tabs;
  const [first, ...others] = rows;
  return isNamed(first) ? { names: first, rows: others } : { names: undefined, rows };
}

/** Whether a line names columns. */
const isNamed = (cells: string[] | undefined): cells is string[] =>
  cells?.some((cell) => fieldOfName.get(plainName(cell)) === 'part_number') ?? false;

/** Splits text into rows of cells; one that begins with a quotation mark ends with one, and may contain line
 * breaks. Rows without content are left out. */
function splitCells(text: string, sign: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"(?=${sign}|\\r|\\n|$)|([^${sign}\\r\\n]*))(${sign}|\\r\\n?|\\n|$)`,
    'gy',
  );
  for (const [whole, quoted, plain = '', end] of text.matchAll(cell)) {
    if (whole === '' && end === '') break;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') break;
    if (end !== sign) rows.push([]);
  }
  return rows.filter((cells) => cells.some((each) => each !== ''));
}
